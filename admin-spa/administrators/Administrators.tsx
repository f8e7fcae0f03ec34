import { useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import { QueryStates, useErrorToast } from '../ui/feedback/QueryStates.tsx';
import { PanelButton, usePanels } from '../ui/list/PanelButton.tsx';
import { FramedTable } from '../ui/table/Table.tsx';
import { administratorsQuery } from './administrators-query.ts';
import { administratorColumns } from './columns.tsx';
import { InvitationForm } from './InvitationForm.tsx';
import './administrators.scss';

const TITLE = 'Administrators';

/** Path `/administrators`. */
export function Administrators() {
  const query = useQuery(administratorsQuery);
  useErrorToast(query.error, query.errorUpdatedAt);
  const panels = usePanels<'invite'>();
  const inviteButton = useRef<HTMLButtonElement>(null);
  const rows = query.data?.data ?? null;
  return (
    <>
      <header className="screen-head">
        <h1>{TITLE}</h1>
        <div className="list-actions">
          <PanelButton panels={panels} name="invite" label="Invite" ref={inviteButton} />
        </div>
      </header>
      {/* Hidden, and not removed, so that what was typed stays. */}
      <div id={panels.id} hidden={panels.open === null}>
        <InvitationForm
          onSent={() => {
            panels.toggle('invite');
            inviteButton.current?.focus();
          }}
        />
      </div>
      <QueryStates query={query} failure="The administrators couldn’t be loaded." isLoaded={rows !== null}>
        <FramedTable
          columns={administratorColumns}
          rows={rows}
          keyOf={({ id }) => id}
          className="records extra-wide administrators"
          caption={TITLE}
          skeletonRows={3}
          isBusy={query.isFetching}
        />
      </QueryStates>
    </>
  );
}
