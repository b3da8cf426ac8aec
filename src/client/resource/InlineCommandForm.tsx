import { Fragment, useMemo, useRef, useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Command } from '@/contract/command'
import type { Endpoint } from '@/contract/endpoint'
import { getEmptyValue, type Fields } from '@/contract/field'
import { createUuid7 } from '@/contract/id'
import { isSameValue } from '@/contract/merge-edits'
import type { Preset } from '@/contract/preset'
import { findRowIssues } from '@/contract/row-rules'
import { checkInput } from '@/contract/schema'
import { ApiError } from '../api/api-error'
import type { UnsentCommand } from '../api/phone'
import { getResourceName } from '../api/query-client'
import { useCommand, type RunInput } from '../api/use-command'
import type { CommandResult } from '../api/use-send-command'
import type { UploadFiles } from '../api/wire-request'
import { PhraseButtons } from '../fields/PhraseButtons'
import { useLabels } from '../i18n/labels'
import { getPlantNow } from '../clock'
import { getPlantZone } from '../session/plant-zone'
import { useCanSee } from '../session/use-session'
import { Button, ExplainedButton } from '../ui/Button'
import { CommandRefusedNotice } from './CommandRefusedNotice'
import { FormField, type FieldForm } from './FormField'
import { toFieldIssues, type FieldIssue } from './form-issues'
import { buildStartValues, getEditableFields, omitEmptyValues, type FormValues } from './form-values'

/** A command or another writing endpoint. */
export type FormCommand<In, Out> = Endpoint<In, Out> & Partial<Pick<Command, 'resource' | 'idInput'>>
type FormRow = Readonly<Record<string, unknown>> & { readonly id: string; readonly version?: number }
type InputName<In> = keyof In & string
/** The state of an input that the caller renders. */
export interface CustomInput<T> {
  label: string
  value: T | null
  onChange: (value: T | null) => void
  disabled: boolean
}
export interface InlineCommandFormProps<In, Out> {
  command: FormCommand<In, Out>
  /** The row that the command changes; null for a command that creates one or names it in `values`. */
  row: FormRow | null
  /** Called with the result if the command was accepted. */
  onSaved?: (result: CommandResult<NoInfer<Out>>) => void
  /** Adds a button that leaves the form without saving. */
  onCancel?: () => void
  /** Text of the button; by default the name of the command. */
  label?: string
  /** Values of inputs that the form does not ask for. */
  values?: Partial<NoInfer<In>>
  /** Inputs to ask for, in this order; by default all that a person fills in. */
  fieldNames?: readonly InputName<NoInfer<In>>[]
  /** Inputs that this form requires although the contract declares them optional. */
  requiredNames?: readonly InputName<NoInfer<In>>[]
  startValues?: Partial<NoInfer<In>>
  /** More specific labels that replace the labels of fields, by field name. */
  fieldLabels?: { readonly [N in InputName<NoInfer<In>>]?: string }
  /** Preset texts to offer, if not all presets of the text input apply. */
  presets?: readonly Preset[]
  /** Frequent phrases, offered below a text input, by name. */
  phrases?: { readonly [N in InputName<NoInfer<In>>]?: readonly string[] }
  /** Custom inputs, by name. */
  inputs?: { readonly [N in InputName<NoInfer<In>>]?: (input: CustomInput<NonNullable<NoInfer<In>[N]>>) => ReactNode }
  /** Returns values that follow from the last change, to fill in; null if there are none. */
  fillIn?: (
    change: Partial<NoInfer<In>>,
    values: Partial<NoInfer<In>>,
  ) => Promise<{ readonly [N in InputName<NoInfer<In>>]?: NoInfer<In>[N] | null } | null>
  /** Returns why the inputs cannot be sent, to display at the button; null if they can. */
  check?: (values: Partial<NoInfer<In>>) => string | null
  /** Converts the values to the input of the command, if people type them in another form. */
  toInput?: (values: Partial<NoInfer<In>>) => Partial<NoInfer<In>>
  /** Content above the inputs. */
  above?: ReactNode
  /** Content while the command is running, for commands that take long. */
  progress?: ReactNode
  /** Content between the inputs and the buttons that depends on the inputs, such as their consequences. */
  preview?: (values: Partial<NoInfer<In>>) => ReactNode
  /** The command cannot be undone: the button warns. */
  isDangerous?: boolean
  /** Further resources whose lists change with the command. */
  changedResources?: readonly string[]
  /** Message after success, in place of "saved"; null for none. */
  savedMessage?: string | null
  /** Files to upload with the command. */
  files?: UploadFiles
  /** The unsent command of this phone being corrected. */
  unsent?: UnsentCommand
}

/**
 * Asks for the inputs of a command, as its contract declares them, and runs the command, inside a page or a dialog. If
 * the command is refused, the form stays open and displays the reason.
 */
export function InlineCommandForm<In, Out>(props: InlineCommandFormProps<In, Out>) {
  const { command, row, onSaved, onCancel, isDangerous, unsent } = props
  const { t } = useTranslation('client')
  const runner = useCommand(command)
  const form = useInlineForm(props, runner.busy)
  const label = props.label ?? form.labels.action(command)
  const [newRowId] = useState(() => getRowId(command, unsent) ?? createUuid7())
  const fixedValues: Readonly<FormValues> = props.values ?? {}
  const values = { ...fixedValues, ...form.values } as Partial<In>
  const customInputs = (props.inputs ?? {}) as Readonly<
    Record<string, ((input: CustomInput<unknown>) => ReactNode) | undefined>
  >
  const getFieldLabel = (name: string) =>
    props.fieldLabels?.[name as InputName<In>] ?? form.labels.field(form.place, name)
  const missingName = Object.keys(form.fields).find((name) => form.fields[name]?.required && isBlank(form.values[name]))
  /** Null if the form can be sent; empty while the command is running, which needs no explanation. */
  const getDisabledReason = () => {
    if (runner.busy) return ''
    if (missingName) return t('ui.missing', { label: getFieldLabel(missingName) })
    return props.check?.(values) ?? null
  }
  const disabledReason = getDisabledReason()
  const run = async () => {
    const enteredValues: FormValues = { ...fixedValues, ...form.buildInput() }
    const input: FormValues = {
      ...buildRowInput(command, row ?? { id: newRowId }),
      ...(props.toInput?.(enteredValues as Partial<In>) ?? enteredValues),
    }
    if (!form.validate({ ...unsent?.body, ...input })) return
    const result = await runner.run(input as RunInput<In>, {
      quiet: true,
      unsent,
      onRefused: form.showRefusal,
      ...(row?.version === undefined ? {} : { baseVersion: row.version }),
      ...(props.files ? { files: props.files } : {}),
      ...(props.changedResources ? { changedResources: props.changedResources } : {}),
      ...(props.savedMessage === undefined ? {} : { savedMessage: props.savedMessage }),
    })
    if (result) onSaved?.(result)
  }
  return (
    <form
      className="ui-reason"
      onSubmit={(event) => {
        event.preventDefault()
        if (disabledReason === null) void run()
      }}
    >
      {props.above}
      <CommandRefusedNotice command={runner} />
      {Object.keys(form.fields).map((name) => (
        <Fragment key={name}>
          <FormField form={form} name={name} label={getFieldLabel(name)}>
            {customInputs[name]?.({
              label: getFieldLabel(name),
              value: form.values[name] ?? null,
              onChange: (value) => form.setValues({ [name]: value }),
              disabled: runner.busy,
            })}
          </FormField>
          <PhraseButtons
            label={t('fields.frequent', { field: getFieldLabel(name) })}
            phrases={(props.phrases as Readonly<Record<string, readonly string[]>> | undefined)?.[name] ?? []}
            text={typeof form.values[name] === 'string' ? form.values[name] : ''}
            disabled={runner.busy}
            onChange={(text) => form.setValues({ [name]: text })}
          />
        </Fragment>
      ))}
      {props.preview?.(values)}
      {runner.busy && props.progress}
      <div className="ui-actions">
        {onCancel && <Button onClick={onCancel}>{t('ui.cancel')}</Button>}
        <ExplainedButton type="submit" look={isDangerous ? 'danger' : 'primary'} disabledReason={disabledReason}>
          {label}
        </ExplainedButton>
      </div>
    </form>
  )
}

/** Returns the state of the inputs, and functions to build and check the input of the command. */
function useInlineForm<In, Out>(
  {
    command,
    values: fixedValues,
    fieldNames,
    requiredNames,
    presets,
    startValues: callerStartValues,
    fillIn,
    unsent,
  }: InlineCommandFormProps<In, Out>,
  busy: boolean,
) {
  const { t } = useTranslation('client')
  const labels = useLabels(command.area)
  const canSee = useCanSee()
  const place = useMemo(() => ({ area: command.area, owner: getResourceName(command) }), [command])
  const askedNames =
    fieldNames ??
    Object.keys(command.input).filter(
      (name) => name !== 'occurredAt' && name !== command.idInput && !(name in (fixedValues ?? {})),
    )
  const fields: Fields = Object.fromEntries(
    Object.entries(getEditableFields(command.input, askedNames, canSee)).map(([name, field]) => [
      name,
      {
        ...field,
        ...(requiredNames?.some((required) => required === name) ? { required: true as const } : {}),
        ...(presets && 'presets' in field ? { presets } : {}),
      },
    ]),
  )
  const [startValues] = useState(() => buildStartValues(fields, { ...callerStartValues, ...unsent?.body }))
  const [values, setValues] = useState<FormValues>(startValues)
  const [issues, setIssues] = useState<readonly FieldIssue[]>([])
  const showIssues = (inputIssues: Parameters<typeof toFieldIssues>[0]) =>
    setIssues(toFieldIssues(inputIssues, fields, place, labels, (number) => t('fields.row', { number }), values))
  const latestValues = useRef(values)
  const applyChange = (change: FormValues) => {
    latestValues.current = { ...latestValues.current, ...change }
    setValues(latestValues.current)
    setIssues((current) => current.filter(({ name }) => !(name in change)))
  }
  const applyFill = async (change: FormValues) => {
    const filledValues = await fillIn?.(change as Partial<In>, { ...values, ...change } as Partial<In>)
    // The person may have changed the input in the meantime.
    if (filledValues && Object.keys(change).every((name) => isSameValue(latestValues.current[name], change[name])))
      applyChange(filledValues)
  }
  const form: FieldForm = {
    fields,
    values,
    issues,
    labels,
    place,
    submit: { busy },
    setValues: (change) => {
      applyChange(change)
      void applyFill(change)
    },
  }
  return {
    ...form,
    /** Leaves out empty inputs, except those that the person emptied. */
    buildInput: (): FormValues => {
      const trimmedValues = Object.fromEntries(
        Object.entries(values).map(([name, value]) => [name, typeof value === 'string' ? value.trim() : value]),
      )
      const filledValues = omitEmptyValues(fields, trimmedValues)
      const emptiedValues = Object.entries(fields).flatMap(([name, field]) =>
        name in filledValues || isBlank(startValues[name]) ? [] : [[name, getEmptyValue(field)]],
      )
      return { ...filledValues, ...Object.fromEntries(emptiedValues) }
    },
    /** Checks the displayed inputs as the server does, and shows issues at the fields. True if there are none. */
    validate: (input: FormValues): boolean => {
      const checkedInput = checkInput(command, input)
      const inputIssues = checkedInput.ok
        ? findRowIssues({ ...command, fields: command.input }, checkedInput.value, {
            timeZone: getPlantZone(),
            nowMs: getPlantNow(),
            enteredFields: Object.keys(fields),
            getLabel: (name) => labels.field(place, name),
          })
        : checkedInput.issues
      const fieldIssues = inputIssues.filter(({ path }) => String(path[0]) in fields)
      showIssues(fieldIssues)
      return fieldIssues.length === 0
    },
    showRefusal: (error: Error) => {
      if (error instanceof ApiError) showIssues(error.issues)
    },
  }
}

const isBlank = (value: unknown): boolean =>
  value === null ||
  value === undefined ||
  (typeof value === 'string' && value.trim() === '') ||
  (Array.isArray(value) && value.length === 0)

/** Returns the id of the row that the unsent command creates or changes. */
function getRowId(
  { idInput = 'id' }: Pick<FormCommand<unknown, unknown>, 'idInput'>,
  unsent: UnsentCommand | undefined,
) {
  const rowId = unsent?.body[idInput]
  return typeof rowId === 'string' ? rowId : undefined
}

/** Builds the inputs that name the row and the version that the person saw. */
function buildRowInput(
  { input, idInput = 'id' }: Pick<FormCommand<unknown, unknown>, 'input' | 'idInput'>,
  row: { readonly id: string; readonly version?: number },
): FormValues {
  return {
    ...(idInput in input ? { [idInput]: row.id } : {}),
    ...('version' in input && row.version !== undefined ? { version: row.version } : {}),
  }
}
