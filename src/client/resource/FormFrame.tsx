import type { ReactNode } from 'react'
import { FormScopeContext } from '../fields/form-scope'
import { ConflictScreen } from './ConflictScreen'
import type { CommandFormState } from './use-form'

/**
 * What a form with its own look stands in: the scope of its inputs, and in its place yours and theirs while somebody else's
 * version stands against what was entered.
 */
export function FormFrame({ form, title, children }: { form: CommandFormState; title: string; children: ReactNode }) {
  const { submit, fields, place, scope } = form
  if (submit.conflict)
    return (
      <ConflictScreen
        title={title}
        conflict={submit.conflict}
        fields={fields}
        place={place}
        refs={scope.refs}
        busy={submit.busy}
        onSave={(merged, version) => void submit.resolve(merged, version)}
        onBack={submit.dismiss}
      />
    )
  return <FormScopeContext.Provider value={scope}>{children}</FormScopeContext.Provider>
}
