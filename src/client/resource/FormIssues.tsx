import { FieldErrors } from '../ui/FieldErrors'
import type { FieldIssue } from './issues'

/** What keeps a form from being saved, over it; each line leads to its place. `placeOf`: the id of what an issue stands at, `field-<name>` unless told. */
export function FormIssues({
  form,
  placeOf = ({ name }) => `field-${name}`,
}: {
  form: { readonly issues: readonly FieldIssue[] }
  placeOf?: (issue: FieldIssue) => string
}) {
  return (
    <FieldErrors
      errors={form.issues.map((issue) => ({ field: placeOf(issue), label: issue.label, message: issue.message }))}
    />
  )
}
