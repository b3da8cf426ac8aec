import { FieldErrorList } from '../ui/FieldErrorList'
import type { FieldIssue } from './form-issues'

/**
 * Errors that block saving, above the form; each links to its field. `getTargetId` returns the target id,
 * `field-<name>` by default.
 */
export function FormIssueList({
  form,
  getTargetId = ({ name }) => `field-${name}`,
}: {
  form: { readonly issues: readonly FieldIssue[] }
  getTargetId?: (issue: FieldIssue) => string
}) {
  return (
    <FieldErrorList
      errors={form.issues.map((issue) => ({ field: getTargetId(issue), label: issue.label, message: issue.message }))}
    />
  )
}
