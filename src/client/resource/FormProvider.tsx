import type { ReactNode } from 'react'
import { FormScopeContext } from '../fields/form-scope'
import { ConflictScreen } from './ConflictScreen'
import type { CommandFormState } from './use-form'

/**
 * Provides the input scope of a custom form, and replaces it by the conflict screen while another person's version
 * conflicts with the input.
 */
export function FormProvider({
  form,
  title,
  children,
}: {
  form: CommandFormState
  title: string
  children: ReactNode
}) {
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
