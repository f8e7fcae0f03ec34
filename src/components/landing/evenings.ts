import type { DrawingName } from '#site/components/drawings/drawings.ts';

export const evenings = [
  {
    who: 'Single parents',
    when: 'Tuesday, 6:05 pm',
    what: 'One pair of hands, two hungry kids, some eggs and a can of tomatoes. Eggs in tomato sauce takes one pan and 20 minutes, and there’s bread to go with it.',
    drawing: 'egg',
    tint: 'saffron',
  },
  {
    who: 'Working families',
    when: 'Thursday, 5:40 pm',
    what: 'The plan says one-pot chicken rice, and all you need is carrots. One of you picks them up on the way home. No one has to ask what’s for dinner.',
    drawing: 'pot',
    tint: undefined,
  },
  {
    who: 'Students',
    when: 'Sunday, 8:30 pm',
    what: 'One burner, one pot, four days until payday. Beans, tomatoes and a pepper make a chili that lasts until Wednesday.',
    drawing: 'beans',
    tint: 'tomato',
  },
  {
    who: 'Millennials',
    when: 'Friday, 7:15 pm',
    what: 'Two peppers and half a block of cheese in the back of the fridge, and the delivery app is already open. Make stuffed peppers instead, and nothing goes to waste.',
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
