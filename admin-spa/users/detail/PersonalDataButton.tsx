import { useQueryClient } from '@tanstack/react-query';
import { toast } from 'react-hot-toast/headless';
import { download } from '#client/download.ts';
import { exportPersonalData } from '#contract/users/personal-data.ts';
import { errorMessage } from '#forms/error-message.ts';
import { useSingleMutation } from '../../ui/feedback/use-single-mutation.ts';
import { saveFile } from '../../ui/save-file.ts';
import { auditKey } from '../queries.ts';

/** Saves everything that is held about a person, for their access request. */
export function PersonalDataButton({ userId }: { userId: string }) {
  const client = useQueryClient();
  const { mutate, isPending } = useSingleMutation({
    mutationFn: () => download(exportPersonalData, { parameters: { userId }, query: undefined }),
    onSuccess: (file) => {
      const name = `personal-data-${userId}.zip`;
      saveFile(file, name);
      toast.success(`${name} has been saved`);
      void client.invalidateQueries({ queryKey: auditKey(userId) });
    },
    onError: (error) => toast.error(`Nothing was saved. ${errorMessage(error)}`),
  });
  return (
    <button
      type="button"
      className="secondary"
      aria-disabled={isPending || undefined}
      onClick={() => !isPending && mutate()}
    >
      {isPending ? 'Exporting…' : 'Export personal data'}
    </button>
  );
}
