import '@/plant/client/machine/machine.css'
import './history.css'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router-dom'
import { findRowPage } from '@/client/area-registry'
import { formatMoment } from '@/client/format/time'
import { useLabels, type FieldLabels } from '@/client/i18n/labels'
import { usePlantZone } from '@/client/session/plant-zone'
import { CardList, type Column } from '@/client/ui/CardList'
import { EmptyState } from '@/client/ui/EmptyState'
import { SkeletonList } from '@/client/ui/Skeleton'
import { StateBadge } from '@/client/ui/StateBadge'
import { Select } from '@/client/ui/Select'
import type { Tone, Tones } from '@/contract/state-machine'
import { machineStateTones, recordResultTones } from '@/areas/equipment/contract/tones'
import { historyKinds, equipmentHistory } from '../../contract/machine-endpoints'
import { pointVerdictTones } from '@/areas/rounds/contract/tones'
import { repairTones } from '../tones'
import { usePageLink } from '@/client/shell/use-page-link'
import type { EndpointOutput } from '@/contract/endpoint'
import type { ListResult } from '@/client/api/use-list'
import { usePages } from '@/client/api/use-pages'
import { QueryBoundary } from '@/client/resource/QueryBoundary'

/** Areas of the kinds that do not belong to the equipment area. */
const AREAS_BY_KIND: Partial<Record<HistoryKind, string>> = {
  repair: 'maintenance',
  inspectionResult: 'rounds',
  stockMovement: 'spareParts',
}
const getKindArea = (kind: HistoryKind): string => AREAS_BY_KIND[kind] ?? 'equipment'
/**
 * Choice field that supplies the state of an entry, and the tones of its options. The default is the field `result`.
 */
const STATE_FIELDS: Partial<Record<HistoryKind, [field: string, tones: Tones<string>]>> = {
  useRecord: ['state', machineStateTones],
  repair: ['state', repairTones],
  stockMovement: ['kind', {}],
  inspectionResult: ['verdict', { ...pointVerdictTones, skipped: 'idle' }],
}

/** History of a machine page: all events, newest first; more are loaded while scrolling. */
export default function MachineHistoryPanel({ equipmentId }: { equipmentId: string }) {
  const { t } = useTranslation(['maintenance', 'equipment', 'client'])
  const labels = useLabels('equipment', 'maintenance', 'rounds', 'spareParts')
  const zone = usePlantZone()
  const navigate = useNavigate()
  const buildPageLink = usePageLink()
  const [kind, setKind] = useState<HistoryKind | null>(null)
  const history = useMachineHistory(equipmentId, kind)
  const columns = useMemo(
    (): Column<HistoryEntry>[] => [
      { id: 'title', header: '', renderCell: (entry) => entry.title, cardSlot: 'title' },
      {
        id: 'state',
        header: '',
        renderCell: (entry) =>
          entry.state && <StateBadge tone={getStateTone(entry)}>{getStateText(entry, labels)}</StateBadge>,
        cardSlot: 'state',
      },
      {
        id: 'at',
        header: '',
        renderCell: (entry) =>
          [formatMoment(entry.occurredAt, zone), ...entry.people.map((id) => history.refs[id] ?? '')]
            .filter(Boolean)
            .join(' · '),
        cardSlot: 'sub',
      },
    ],
    [labels, zone, history.refs],
  )
  const openEntry = (entry: HistoryEntry) => {
    const page = findRowPage(entry.kind)
    const address = page && buildPageLink(page, { of: entry.kind, id: entry.id })
    if (address) void navigate(address)
  }
  return (
    <div className="eq-history">
      <div className="eq-head cluster middle between">
        <Select
          label={t('pages.machine.kindOfEvent')}
          value={kind ?? ''}
          options={[
            { value: '', label: t('pages.machine.allKinds') },
            ...historyKinds.map((kindOption) => ({
              value: kindOption,
              label: labels.name({ area: getKindArea(kindOption), name: kindOption }),
            })),
          ]}
          onChange={(chosen) => setKind(chosen || null)}
        />
        {!history.isLoading && <span className="quiet">{t('client:resource.count', { count: history.total })}</span>}
      </div>
      <div className="list-body">
        <HistoryList
          history={history}
          columns={columns}
          onOpen={openEntry}
          label={t('equipment:pages.machine.tabs.history')}
          isFiltered={kind !== null}
          onClearFilter={() => setKind(null)}
        />
      </div>
    </div>
  )
}

interface HistoryListProps {
  history: ReturnType<typeof useMachineHistory>
  columns: Column<HistoryEntry>[]
  onOpen: (entry: HistoryEntry) => void
  label: string
  isFiltered: boolean
  onClearFilter: () => void
}
function HistoryList({ history, columns, onOpen, label, isFiltered, onClearFilter }: HistoryListProps) {
  const { t } = useTranslation(['maintenance', 'client'])
  return (
    <QueryBoundary query={history} skeleton={<SkeletonList />}>
      {(rows) =>
        rows.length > 0 ? (
          <CardList
            label={label}
            columns={columns}
            rows={rows}
            getRowKey={(entry) => entry.id}
            total={history.total}
            onOpen={onOpen}
            {...(history.hasMore ? { onEnd: history.loadMore } : {})}
          />
        ) : isFiltered ? (
          <EmptyState onClearFilters={onClearFilter} />
        ) : (
          <EmptyState title={t('pages.machine.noHistory')} advice={t('pages.machine.noHistoryNext')} />
        )
      }
    </QueryBoundary>
  )
}

const getStateTone = ({ kind, state }: HistoryEntry): Tone =>
  (STATE_FIELDS[kind]?.[1] ?? (recordResultTones as Tones<string>))[state ?? ''] ?? 'idle'
function getStateText({ kind, state }: HistoryEntry, labels: FieldLabels): string {
  if (!state) return ''
  // A skipped inspection point has no verdict, so its entry shows the state.
  const field = kind === 'inspectionResult' && state === 'skipped' ? 'state' : (STATE_FIELDS[kind]?.[0] ?? 'result')
  return labels.option({ area: getKindArea(kind), owner: kind }, field, state)
}

type HistoryKind = (typeof historyKinds)[number]
type HistoryEntry = EndpointOutput<typeof equipmentHistory>['list'][number]
const PAGE_SIZE = 50

/** Loads a machine's history page by page: one kind of event, or all kinds if `kind` is null. */
const useMachineHistory = (id: string, kind: HistoryKind | null): ListResult<HistoryEntry> =>
  usePages(equipmentHistory, { id, size: PAGE_SIZE, ...(kind ? { kind } : {}) }, { resources: historyKinds })
