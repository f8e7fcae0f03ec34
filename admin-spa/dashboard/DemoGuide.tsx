import { useRef, useState } from 'react';
import { Link } from 'wouter';
import { routes } from '../routes.ts';
import { Card } from '../ui/Card.tsx';
import { useHeadingFocusOnRemoval } from '../ui/navigation/use-heading-focus.ts';
import { readStoredList, writeStoredList } from '../ui/stored-lists.ts';

const NAME = 'demo_guide';

const steps = [
  {
    address: `${routes.payments}?keyword=grace.whitfield%40example.com`,
    action: 'Rescue a subscription',
    text: 'Grace’s bank replaced her card. Press Retry, and the store says she has paid.',
  },
  {
    address: `${routes.users}?keyword=202+555+0143`,
    action: 'Find a caller by phone',
    text: 'Any part of a number works, with or without spaces. So does Ctrl K on every screen.',
  },
  {
    address: routes.recipeImport,
    action: 'Import recipes',
    text: 'Drop a saved web page or a spreadsheet. You see every recipe before it’s stored.',
  },
  {
    address: `${routes.recipes}?state=draft`,
    action: 'Publish a draft',
    text: 'Open one, change it, save it. Every version is kept and can be compared.',
  },
  {
    address: routes.paymentFigures,
    action: 'See what was recovered',
    text: 'By month, store and plan, and what reminders brought back.',
  },
] as const;

/** Says what to try in the demo, until it is closed in this browser. It needs `demo:guide`. */
export function DemoGuide() {
  const [isClosed, setIsClosed] = useState(() => readStoredList('closed_cards', NAME).length > 0);
  if (isClosed) return null;
  return (
    <OpenGuide
      close={() => {
        setIsClosed(true);
        writeStoredList('closed_cards', NAME, ['closed']);
      }}
    />
  );
}

function OpenGuide({ close }: { close: () => void }) {
  const card = useRef<HTMLElement>(null);
  useHeadingFocusOnRemoval(card);
  return (
    <Card
      ref={card}
      title="Try these five things"
      titleId="demo-guide-title"
      className="card demo-guide"
      action={
        <button type="button" className="secondary" onClick={close}>
          Close
        </button>
      }
    >
      <p className="muted">All people, payments and recipes here are invented.</p>
      <ol>
        {steps.map(({ address, action, text }) => (
          <li key={address}>
            <Link href={address}>{action}</Link> <span>{text}</span>
          </li>
        ))}
      </ol>
    </Card>
  );
}
