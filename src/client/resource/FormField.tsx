import { useId, type ReactNode } from 'react'
import { FieldInput } from '../fields/registry'
import type { CommandFormState } from './use-form'
import { RequiredMark } from '../ui/TextInput'
import { FieldErrorList } from '../ui/FieldErrorList'
import type { FieldIssue } from './form-issues'
import { FormScopeContext } from '../fields/form-scope'
import { ConflictScreen } from './ConflictScreen'

/** Properties of a form that a field needs. */
export type FieldForm = Pick<CommandFormState, 'fields' | 'values' | 'setValues' | 'issues' | 'labels' | 'place'> & {
  readonly submit: Pick<CommandFormState['submit'], 'busy'>
}
export interface FormFieldProps {
  form: FieldForm
  name: string
  /** Custom input; by default chosen by the field's kind. */
  children?: ReactNode
  /** Replaces the field's label. */
  label?: string
  /** Replaces the field's hint. */
  hint?: string
  /** Marks the field as required although the contract declares it optional. */
  required?: boolean
}

/** One field of a custom form: label, input, hint and errors. */
export function FormField({ form, name, children, label, hint: customHint, required }: FormFieldProps) {
  const id = useId()
  const field = form.fields[name]
  if (!field) return null
  const fieldIssues = form.issues.filter((issue) => issue.name === name)
  const title = label ?? form.labels.field(form.place, name)
  const hint = customHint ?? form.labels.hint(form.place, name)
  return (
    <div className={`form-field stack gap-1${fieldIssues.length > 0 ? ' is-wrong' : ''}`} id={`field-${name}`}>
      <label htmlFor={id}>
        {title}
        {(required ?? field.required === true) && <RequiredMark />}
      </label>
      {children ?? (
        <FieldInput
          field={field}
          name={name}
          place={form.place}
          id={id}
          label={title}
          value={form.values[name]}
          invalid={fieldIssues.length > 0}
          disabled={form.submit.busy}
          onChange={(value) => form.setValues({ [name]: value })}
          {...(fieldIssues.length > 0 || hint ? { describedBy: `${id}-help` } : {})}
        />
      )}
      {(fieldIssues.length > 0 || hint) && (
        <p id={`${id}-help`} className={fieldIssues.length > 0 ? 'form-wrong' : 'quiet'}>
          {fieldIssues.length > 0 ? fieldIssues.map((issue) => issue.message).join(' ') : hint}
        </p>
      )}
    </div>
  )
}

/**
 * Errors that block saving, above the form; each links to its field. `getTargetId` returns the id of the element that
 * the link leads to, `field-<name>` by default.
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
        onSave={(merged, version) => void submit.saveResolved(merged, version)}
        onBack={submit.dismissConflict}
      />
    )
  return <FormScopeContext.Provider value={scope}>{children}</FormScopeContext.Provider>
}
