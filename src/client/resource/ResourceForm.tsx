import { lazy, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { LazyBoundary } from '@/client/ui/Skeleton'
import type { Endpoint } from '@/contract/endpoint'
import type { Resource } from '@/contract/resource'
import type { UnsentCommand } from '../api/phone'
import { useLabels } from '../i18n/labels'
import { useCanCall } from '../session/use-session'
import type { ListRow } from './build-columns'
import type { CommandFormProps, FieldsRenderer, FormCheck, FormFill, OmittedFieldsGetter } from './CommandForm'
import type { FormValues } from './form-values'

// antd-mobile's Form is heavy: load it with the first form instead of the first list.
const CommandForm = lazy(() =>
  import('./CommandForm').then((module) => ({
    default: module.CommandForm as (props: CommandFormProps<FormValues, unknown>) => React.ReactNode,
  })),
)

export interface ResourceFormCommands {
  create?: Endpoint
  update?: Endpoint
}
export interface ResourceFormProps {
  resource: Resource
  /** The row to change; none for a new one. */
  row?: ListRow | null
  unsent?: UnsentCommand | undefined
  startValues?: Readonly<FormValues>
  /** Commands of the area in place of the create and update operations. */
  commands?: ResourceFormCommands | undefined
  check?: FormCheck | undefined
  fillIn?: FormFill | undefined
  getOmittedFields?: OmittedFieldsGetter | undefined
  confirmSave?: CommandFormProps<FormValues, unknown>['confirmSave'] | undefined
  renderAround?: FieldsRenderer | undefined
  /** Fields to display, in this order; by default all that a person fills in. */
  fieldNames?: readonly string[] | undefined
  /** Display names of referenced rows, by id. */
  refs?: Readonly<Record<string, string>>
  onDone: (result: { id: string; queued: boolean }) => void
  onBack: () => void
}

/** Returns the endpoint that a form sends: the area's command, else the resource's operation; undefined without either. */
export const getFormCommand = (
  resource: Resource,
  verb: 'create' | 'update',
  areaCommands: ResourceFormCommands = {},
): Endpoint | undefined => areaCommands[verb] ?? (resource.endpoints[verb] as Endpoint | undefined)

/** The form of a new or existing row. */
export function ResourceForm({
  resource,
  row: openedRow,
  unsent,
  startValues,
  commands,
  check,
  fillIn,
  getOmittedFields,
  confirmSave,
  renderAround,
  fieldNames,
  refs,
  onDone,
  onBack,
}: ResourceFormProps) {
  const { t } = useTranslation('client')
  const labels = useLabels(resource.area)
  // Values of the new row, if another person deleted the opened row and the user saves the input as a new row.
  const [copiedValues, setCopiedValues] = useState<FormValues | null>(null)
  const create = getFormCommand(resource, 'create', commands)
  const canAdd = useCanCall(create)
  const row = copiedValues ? null : openedRow
  const initialValues = copiedValues ?? startValues
  const correctedEndpoint = unsent?.op
    ? Object.values(resource.endpoints as Record<string, Endpoint | undefined>).find(
        (operation) => operation?.name === unsent.op,
      )
    : undefined
  const endpoint = correctedEndpoint ?? getFormCommand(resource, row ? 'update' : 'create', commands)
  if (!endpoint) throw new Error(`${resource.name} has no form`)
  const title = t(row || unsent ? 'resource.editNamed' : 'resource.addNamed', { name: labels.name(resource) })
  return (
    <LazyBoundary>
      <CommandForm
        key={copiedValues ? 'copy' : 'opened'}
        endpoint={endpoint as Endpoint<FormValues, unknown>}
        title={title}
        {...(copiedValues ? { draftScope: `copy of ${openedRow?.id}` } : {})}
        {...(row && create && canAdd
          ? { onSaveAsNew: (values: Readonly<FormValues>) => setCopiedValues(buildCopy(create, row, values)) }
          : {})}
        {...(row && !unsent ? { row } : {})}
        {...(unsent ? { unsent } : {})}
        {...(initialValues ? { startValues: initialValues } : {})}
        {...(check ? { check } : {})}
        {...(fillIn ? { fillIn } : {})}
        {...(getOmittedFields ? { getOmittedFields } : {})}
        {...(confirmSave ? { confirmSave } : {})}
        {...(renderAround ? { renderAround } : {})}
        {...(fieldNames ? { fieldNames } : {})}
        {...(refs ? { refs } : {})}
        onDone={onDone}
        onBack={onBack}
      />
    </LazyBoundary>
  )
}
/** Builds the values of a new row from a deleted row and the values entered in its form. */
const buildCopy = ({ input }: Endpoint, row: ListRow, enteredValues: Readonly<FormValues>): FormValues =>
  Object.fromEntries(Object.entries({ ...row, ...enteredValues }).filter(([name]) => name !== 'id' && name in input))

/** Lazily loaded form for any other command of an area. */
export function LazyCommandForm<In, Out>(props: CommandFormProps<In, Out>) {
  return (
    <LazyBoundary>
      <CommandForm {...(props as CommandFormProps<FormValues, unknown>)} />
    </LazyBoundary>
  )
}
