import './rotation.css'
import '@/client/fields/fields.css'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router-dom'
import type { Endpoint } from '@/contract/endpoint'
import type { Row } from '@/contract/resource'
import { useList } from '@/client/api/use-list'
import { useLabels } from '@/client/i18n/labels'
import { ResourceForm } from '@/client/resource/ResourceForm'
import { RemoveRowButton } from '@/client/resource/RowPanel'
import { useCanCall } from '@/client/session/use-session'
import { usePlantZone } from '@/client/session/plant-zone'
import { Button } from '@/client/ui/Button'
import { PlusIcon } from '@/client/ui/icons'
import { PageFrame } from '@/client/ui/PageFrame'
import { SkeletonDetail } from '@/client/ui/Skeleton'
import { useNow } from '@/client/clock'
import { QueryBoundary } from '@/client/resource/QueryBoundary'
import { getShiftAt } from '@/plant/rules/shift'
import { shiftRotation } from '../../contract/rotation'
import { validateEffectiveFrom, buildRotationHistory, validateRotation, type RotationEntry } from '../../rules/rotation'
import { RotationPreview } from './RotationPreview'

type RotationRow = Row<typeof shiftRotation>
const resource = shiftRotation
const PREVIEW_DAYS = 14
/** The page assumes that nothing is recorded for today, because only the server knows. */
const HAS_RECORDS_TODAY = false

/** Page with the shift plan for everyone; people with permission add future patterns. */
export default function RotationPage() {
  const { t } = useTranslation(['plant', 'client'])
  const navigate = useNavigate()
  const zone = usePlantZone()
  const list = useList(shiftRotation, { size: 500 })
  const canAdd = useCanCall(shiftRotation.endpoints.create as Endpoint)
  const [isAdding, setIsAdding] = useState(false)
  const [selectedId, setSelectedId] = useState<string | null>(null)
  const now = new Date(useNow()).toISOString()
  const rotation = useMemo(() => buildRotationHistory(list.rows), [list.rows])
  const today = getShiftAt(now, rotation, zone).businessDate
  if (isAdding) {
    const validateValues = (values: object) => {
      const problem =
        'effectiveFrom' in values && values.effectiveFrom
          ? validateRotation(values as RotationEntry, today, HAS_RECORDS_TODAY)
          : null
      return problem
        ? [{ name: problem === 'notAhead' ? 'effectiveFrom' : 'cycle', message: t(`refusals.rotation.${problem}`) }]
        : []
    }
    return (
      <ResourceForm
        resource={resource}
        check={validateValues}
        onBack={() => setIsAdding(false)}
        onDone={() => setIsAdding(false)}
      />
    )
  }
  const previewStart = list.rows.find(({ id }) => id === selectedId)?.effectiveFrom ?? today
  return (
    <PageFrame
      title={t('pages.rotation.title')}
      onBack={() => void navigate('/me')}
      primary={
        canAdd && (
          <Button look="primary" icon={<PlusIcon size={20} />} onClick={() => setIsAdding(true)}>
            {t('client:resource.add')}
          </Button>
        )
      }
    >
      <QueryBoundary query={list} skeleton={<SkeletonDetail />}>
        {(rows) => (
          <div className="rotation stack gap-4">
            <RotationPreview rotation={rotation} from={previewStart} days={PREVIEW_DAYS} zone={zone} today={today} />
            <RotationList rows={rows} today={today} selectedId={selectedId} onSelect={setSelectedId} />
          </div>
        )}
      </QueryBoundary>
    </PageFrame>
  )
}

/** Rotation entries with their first day; the preview starts at the selected entry. Past entries cannot be removed. */
function RotationList({
  rows,
  today,
  selectedId,
  onSelect,
}: {
  rows: readonly RotationRow[]
  today: string
  selectedId: string | null
  onSelect: (id: string | null) => void
}) {
  const labels = useLabels('plant')
  if (rows.length === 0) return null
  return (
    <ul className="rotation-entries stack" aria-label={labels.name(resource)}>
      {rows.map((row) => (
        <li key={row.id} className="ui-card">
          <button
            type="button"
            aria-pressed={row.id === selectedId}
            onClick={() => onSelect(row.id === selectedId ? null : row.id)}
          >
            <b>{labels.option(resource, 'kind', row.kind)}</b>
            <span>
              {labels.field(resource, 'effectiveFrom')} {row.effectiveFrom}
            </span>
            {row.note && <span className="quiet">{row.note}</span>}
          </button>
          {validateEffectiveFrom(row, today, HAS_RECORDS_TODAY) === null && (
            <RemoveRowButton
              endpoint={resource.endpoints.remove}
              row={row}
              title={`${labels.option(resource, 'kind', row.kind)} ${row.effectiveFrom}`}
              onRemoved={() => onSelect(null)}
            />
          )}
        </li>
      ))}
    </ul>
  )
}
