import '@/plant/client/machine/machine.css'
import './history.css'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router-dom'
import { findRowPage } from '@/client/area-registry'
import { formatMoment } from '@/client/format/time'
import { useLabels, type FieldLabels } from '@/client/i18n/labels'
import { NotLoadedView } from '@/client/resource/NotLoadedView'
import { usePlantZone } from '@/client/session/plant-zone'
import { CardList, type Column } from '@/client/ui/CardList'
import { EmptyState } from '@/client/ui/EmptyState'
import { SkeletonList } from '@/client/ui/Skeleton'
import { StateBadge } from '@/client/ui/StateBadge'
import type { Tone, Tones } from '@/contract/tone'
import { inUseTones, resultTones } from '@/areas/equipment/contract/tones'
import { historyKinds } from '../../contract/machine-calls'
import { repairTones, verdictTones } from '../tones'
import { usePageLink } from '@/client/shell/use-page-link'
import { useHistory, type HistoryKind, type HistoryLine } from './use-history'

const own: Partial<Record<HistoryKind, true>> = { repair: true, inspectionResult: true, stockMovement: true }
const areaOf = (kind: HistoryKind): string => (own[kind] ? 'maintenance' : 'equipment')
/** Choice field that a line's state belongs to, and its tones. */
const states: Partial<Record<HistoryKind, [field: string, tones: Tones<string>]>> = {
  useRecord: ['state', inUseTones],
  repair: ['state', repairTones],
  stockMovement: ['kind', {}],
  inspectionResult: ['verdict', { ...verdictTones, skipped: 'idle' }],
}

/** History of a machine page: all events, newest first; more are loaded while scrolling. */
export default function History({ equipmentId }: { equipmentId: string }) {
  const { t } = useTranslation(['maintenance', 'equipment', 'client'])
  const labels = useLabels('equipment', 'maintenance')
  const zone = usePlantZone()
  const navigate = useNavigate()
  const link = usePageLink()
  const [kind, setKind] = useState<HistoryKind | null>(null)
  const history = useHistory(equipmentId, kind)
  const columns = useMemo(
    (): Column<HistoryLine>[] => [
      { id: 'title', header: '', cell: (line) => line.title, card: 'title' },
      {
        id: 'state',
        header: '',
        cell: (line) => line.state && <StateBadge tone={toneOf(line)}>{wordOf(line, labels)}</StateBadge>,
        card: 'state',
      },
      {
        id: 'at',
        header: '',
        cell: (line) =>
          [formatMoment(line.occurredAt, zone), ...line.people.map((id) => history.refs[id] ?? '')]
            .filter(Boolean)
            .join(' · '),
        card: 'sub',
      },
    ],
    [labels, zone, history.refs],
  )
  const open = (line: HistoryLine) => {
    const page = findRowPage(line.kind)
    const address = page && link(page, { of: line.kind, id: line.id })
    if (address) void navigate(address)
  }
  return (
    <div className="eq-history">
      <div className="eq-head">
        <select
          className="ui-input"
          aria-label={t('pages.machine.kindOfEvent')}
          value={kind ?? ''}
          onChange={(event) => setKind((event.target.value || null) as HistoryKind | null)}
        >
          <option value="">{t('pages.machine.allKinds')}</option>
          {historyKinds.map((one) => (
            <option key={one} value={one}>
              {labels.name({ area: areaOf(one), name: one })}
            </option>
          ))}
        </select>
        {!history.isLoading && <span className="quiet">{t('client:resource.count', { count: history.total })}</span>}
      </div>
      <div className="list-body">
        <Body
          history={history}
          columns={columns}
          onOpen={open}
          label={t('equipment:pages.machine.tabs.history')}
          filtered={kind !== null}
          onClear={() => setKind(null)}
        />
      </div>
    </div>
  )
}

interface BodyProps {
  history: ReturnType<typeof useHistory>
  columns: Column<HistoryLine>[]
  onOpen: (line: HistoryLine) => void
  label: string
  filtered: boolean
  onClear: () => void
}
function Body({ history, columns, onOpen, label, filtered, onClear }: BodyProps) {
  const { t } = useTranslation(['maintenance', 'client'])
  if (history.rows.length > 0)
    return (
      <CardList
        label={label}
        columns={columns}
        rows={history.rows}
        rowKey={(line) => line.id}
        total={history.total}
        onOpen={onOpen}
        {...(history.hasMore ? { onEnd: history.loadMore } : {})}
      />
    )
  if (history.isLoading) return <SkeletonList />
  if (history.error) return <NotLoadedView of={history} />
  return filtered ? (
    <EmptyState onClearFilters={onClear} />
  ) : (
    <EmptyState title={t('pages.machine.noHistory')} next={t('pages.machine.noHistoryNext')} />
  )
}

const toneOf = ({ kind, state }: HistoryLine): Tone =>
  (states[kind]?.[1] ?? (resultTones as Tones<string>))[state ?? ''] ?? 'idle'
function wordOf({ kind, state }: HistoryLine, labels: FieldLabels): string {
  if (!state) return ''
  const field = kind === 'inspectionResult' && state === 'skipped' ? 'state' : (states[kind]?.[0] ?? 'result')
  return labels.option({ area: areaOf(kind), owner: kind }, field, state)
}
