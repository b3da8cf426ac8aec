import { FieldErrors } from '../ui/FieldErrors'
import type { FieldIssue } from './issues'

/**
 * Errors that block saving, above the form; each links to its field. `getTargetId` returns the target id,
 * `field-<name>` by default.
 */
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
