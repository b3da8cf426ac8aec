import { useMemo, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Resource } from '@/contract/resource'
import { useEndpoint, useRow } from '@/client/api/use-list'
import { SuggestionsProvider } from '@/client/fields/form-scope'
import type { ListRow, Cells } from '@/client/resource/build-columns'
import { ResourcePage } from '@/client/resource/ResourcePage'
import { createStateCell } from '@/client/resource/ResourceStateBadge'
import { useCanCall } from '@/client/session/use-session'
import { Button } from '@/client/ui/Button'
import { RetryIcon } from '@/client/ui/icons'
import { SkeletonDetail } from '@/client/ui/Skeleton'
import { useParams } from '@/client/use-params'
import { firstLevelItems } from '../../contract/option-endpoints'
import { recordResultTones } from '../../contract/tones'
import { useRecordForm } from './use-record-form'

type OptionEndpoint = typeof firstLevelItems
/** Definition of a kind of record: resource, columns, cells, and the endpoint that suggests text for one field. */
export interface RecordKindDefinition {
  resource: Resource
  columns: readonly string[]
  cells?: Cells
  optionsByField?: Readonly<Record<string, OptionEndpoint>>
}
type ListableRecord = Resource<string, Resource['fields'], { list: `POST /${string}` }>

/** List, detail and form of one kind of record. Repeating a record copies machine and items without results. */
export function RecordKindPage({
  kind: { resource, columns, cells: kindCells, optionsByField },
  kindTabs,
}: {
  kind: RecordKindDefinition
  kindTabs: ReactNode
}) {
  const { t } = useTranslation('equipment')
  const [params, setParams] = useParams()
  const canAdd = useCanCall(resource.endpoints.create)
  const cells = useMemo(
    () => ({ result: createStateCell(resource, 'result', recordResultTones), ...kindCells }),
    [resource, kindCells],
  )
  const parts = useMemo(() => ({ above: kindTabs }), [kindTabs])
  const isFormOpen = params.has('new') || params.has('edit')
  const templateId = params.has('new') ? params.get('like') : null
  const template = useRow(resource as ListableRecord, templateId)
  const form = useRecordForm(template.row)
  if (templateId && template.isLoading && !template.error)
    return (
      <div className="pad">
        <SkeletonDetail />
      </div>
    )
  return (
    <FieldSuggestionsProvider optionsByField={isFormOpen ? optionsByField : undefined}>
      <ResourcePage
        resource={resource}
        columns={columns}
        cells={cells}
        form={form}
        parts={parts}
        {...(canAdd
          ? {
              actions: (row: ListRow) => (
                <Button
                  look="primary"
                  icon={<RetryIcon size={20} />}
                  onClick={() => setParams({ id: null, like: row.id, new: '1' })}
                >
                  {t('pages.records.again')}
                </Button>
              ),
            }
          : {})}
      />
    </FieldSuggestionsProvider>
  )
}

/** Provides suggestions from earlier records for one field of the form. */
function FieldSuggestionsProvider({
  optionsByField = {},
  children,
}: {
  optionsByField?: RecordKindDefinition['optionsByField']
  children: ReactNode
}) {
  const [field, optionEndpoint] = Object.entries(optionsByField)[0] ?? []
  const suggestions = useSuggestedLabels(optionEndpoint)
  return (
    <SuggestionsProvider field={field ?? ''} suggestions={suggestions}>
      {children}
    </SuggestionsProvider>
  )
}
const NO_INPUT = {}
function useSuggestedLabels(optionEndpoint: OptionEndpoint | undefined): readonly string[] | null {
  const { data } = useEndpoint(optionEndpoint ?? firstLevelItems, NO_INPUT, { enabled: optionEndpoint !== undefined })
  return useMemo(() => (data ? [...new Set(data.map((option) => option.label))].slice(0, 100) : null), [data])
}
