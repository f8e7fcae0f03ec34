import { mutationOptions, type QueryClient } from '@tanstack/react-query';
import { toast } from 'react-hot-toast/headless';
import { call } from '#client/call.ts';
import { type BulkAction, changeRecipes } from '#contract/recipes/list.ts';
import { errorMessage } from '#forms/error-message.ts';
import { recipesKey } from '../../queries.ts';
import { clearKeptSelection } from '../kept-selection.ts';
import { countText } from './count-text.ts';

type BulkChange = { readonly ids: number[]; readonly change: BulkAction };

/** All or none of the recipes are changed. Notifies also if the list was left before the answer. */
export function changeRecipesMutation(client: QueryClient) {
  return mutationOptions({
    mutationFn: (body: BulkChange) => call(changeRecipes, { body }),
    onSuccess: ({ message, data }, { change }) => {
      toast.success(message || `${countText(data.changed)} changed`);
      // Several tags are often given to the same recipes.
      if (!('field' in change)) clearKeptSelection();
    },
    onError: (error) => toast.error(errorMessage(error)),
    // After a refusal too: a recipe may have been deleted.
    onSettled: () => void client.invalidateQueries({ queryKey: recipesKey }),
  });
}
