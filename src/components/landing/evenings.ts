import type { DrawingName } from '#site/components/drawings/drawings.ts';

export const evenings = [
  {
    who: 'Single parents',
    when: 'Tuesday, 6:05 pm',
    what: 'One pair of hands, two hungry children, eggs and a can of tomatoes. Eggs in tomato sauce takes one pan and twenty minutes, and the bread in the cupboard goes with it.',
    drawing: 'egg',
    tint: 'saffron',
  },
  {
    who: 'Working families',
    when: 'Thursday, 5:40 pm',
    what: 'One of you keeps the plan: chicken rice, one pot, carrots still to buy. A message to the other, who passes the supermarket on the way home. Nobody has to ask what is for dinner.',
    drawing: 'pot',
    tint: undefined,
  },
  {
    who: 'Students',
    when: 'Sunday, 8:30 pm',
    what: 'One burner, one pot, four days until payday. Beans, tomatoes and a pepper become a chili that lasts until Wednesday.',
    drawing: 'beans',
    tint: 'tomato',
  },
  {
    who: 'Millennials',
    when: 'Friday, 7:15 pm',
    what: 'Two peppers and half a block of cheese at the back of the fridge, and the delivery app already open. Stuffed peppers instead, and nothing goes to waste.',
    drawing: 'pepper',
    tint: undefined,
  },
] as const satisfies readonly {
  who: string;
  when: string;
  what: string;
  drawing: DrawingName;
  tint: string | undefined;
}[];
