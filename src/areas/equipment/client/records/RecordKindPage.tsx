import '../equipment.css'
import { useMemo, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router-dom'
import { useLabels } from '@/client/i18n/labels'
import { useElementWidth } from '@/client/ui/use-element-width'
import { useUnsentCommandToCorrect } from '@/client/shell/row-address'
import { Tabs } from '@/client/ui/Tabs'
import type { Resource } from '@/contract/resource'
import { useEndpoint, useRow } from '@/client/api/use-list'
import { SuggestionsProvider } from '@/client/fields/form-scope'
import type { ListRow, Cells } from '@/client/resource/build-columns'
import { ResourcePage } from '@/client/resource/ResourcePage'
import { createStateCell } from '@/client/resource/ResourceStateBadge'
import { useCanCall } from '@/client/session/use-session'
import { Button } from '@/client/ui/Button'
import { PageSkeleton } from '@/client/ui/Skeleton'
import { RetryIcon } from '@/client/ui/icons'
import { Select } from '@/client/ui/Select'
import { useQueryParams } from '@/client/use-query-params'
import { firstLevelItems } from '../../contract/option-endpoints'
import { recordResultTones } from '../../contract/tones'
import { useRecordForm } from './use-record-form'

/** Minimum width of one tab in px. If the tabs of all kinds do not fit, a drop-down replaces them. */
const MIN_KIND_WIDTH_PX = 120

/** Page for several kinds of record with a switch; the address parameter `of` holds the kind. */
export function RecordKindPage({ kinds }: { kinds: readonly [RecordKindDefinition, ...RecordKindDefinition[]] }) {
  const [params, setParams] = useSearchParams()
  const unsentCommand = useUnsentCommandToCorrect()
  const kindName = unsentCommand?.resource ?? params.get('of')
  const kind = kinds.find(({ resource }) => resource.name === kindName) ?? kinds[0]
  const kindTabs = useMemo(
    () => (
      <RecordKindTabs
        kinds={kinds}
        chosen={kind}
        onChoose={(name) => setParams((currentParams) => buildKindParams(currentParams, name), { replace: true })}
      />
    ),
    [kinds, kind, setParams],
  )
  return <RecordKindView key={kind.resource.name} kind={kind} kindTabs={kindTabs} />
}

function RecordKindTabs({
  kinds,
  chosen,
  onChoose,
}: {
  kinds: readonly RecordKindDefinition[]
  chosen: RecordKindDefinition
  onChoose: (name: string) => void
}) {
  const { t } = useTranslation('equipment')
  const labels = useLabels('equipment')
  const [tabBarRef, width] = useElementWidth<HTMLDivElement>()
  const label = t('pages.records.kind')
  return (
    <div className="eq-kinds" ref={tabBarRef}>
      {width >= kinds.length * MIN_KIND_WIDTH_PX ? (
        <Tabs
          label={label}
          isNavigation
          chosen={chosen.resource.name}
          onChoose={onChoose}
          tabs={kinds.map(({ resource }) => ({ key: resource.name, label: labels.name(resource) }))}
        />
      ) : (
        <Select
          label={label}
          value={chosen.resource.name}
          options={kinds.map(({ resource }) => ({ value: resource.name, label: labels.name(resource) }))}
          onChange={onChoose}
        />
      )}
    </div>
  )
}
/** Builds the address for another kind. Machine and search text apply to every kind and are preserved. */
function buildKindParams(currentParams: URLSearchParams, kindName: string): URLSearchParams {
  return new URLSearchParams([
    ['of', kindName],
    ...[...currentParams].filter(([name]) => name === 'equipmentId' || name === 'q'),
  ])
}

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
function RecordKindView({
  kind: { resource, columns, cells: kindCells, optionsByField },
  kindTabs,
}: {
  kind: RecordKindDefinition
  kindTabs: ReactNode
}) {
  const { t } = useTranslation('equipment')
  const [params, setParams] = useQueryParams()
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
  if (templateId && template.isLoading && !template.error) return <PageSkeleton />
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
const MAX_SUGGESTIONS = 100
function useSuggestedLabels(optionEndpoint: OptionEndpoint | undefined): readonly string[] | null {
  // A hook cannot be called conditionally. Without an endpoint, the call gets another endpoint and is disabled.
  const { data } = useEndpoint(optionEndpoint ?? firstLevelItems, NO_INPUT, { enabled: optionEndpoint !== undefined })
  return useMemo(
    () => (data ? [...new Set(data.map((option) => option.label))].slice(0, MAX_SUGGESTIONS) : null),
    [data],
  )
}
