import { FieldErrors } from '../ui/FieldErrors'
import type { CommandFormState } from './use-form'

/** What keeps a form from being saved, over it; each line leads to its field (`field-<name>`). */
export function FormIssues({ form }: { form: Pick<CommandFormState, 'issues'> }) {
  return (
    <FieldErrors errors={form.issues.map(({ name, label, message }) => ({ field: `field-${name}`, label, message }))} />
  )
}
