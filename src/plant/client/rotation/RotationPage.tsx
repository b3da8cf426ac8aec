import './rotation.css'
import '@/client/fields/fields.css'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router-dom'
import type { Endpoint } from '@/contract/endpoint'
import type { Row } from '@/contract/resource'
import { useList } from '@/client/api/use-list'
import { useLabels } from '@/client/i18n/labels'
import { NotLoaded } from '@/client/resource/NotLoaded'
import { ResourceForm } from '@/client/resource/ResourceForm'
import { RemoveRow } from '@/client/resource/RowPanel'
import { useMayCall } from '@/client/session/use-session'
import { usePlantZone } from '@/client/session/zone'
import { Button } from '@/client/ui/Button'
import { PlusIcon } from '@/client/ui/icons'
import { PageFrame } from '@/client/ui/PageFrame'
import { SkeletonDetail } from '@/client/ui/Skeleton'
import { useNow } from '@/client/use-now'
import { shiftAt } from '@/plant/rules/shift'
import { shiftRotation } from '../../contract/rotation'
import { dayProblem, rotationOf, rotationProblem, type RotationEntry } from '../../rules/rotation'
import { RotationPreview } from './RotationPreview'

type Entry = Row<typeof shiftRotation>
const of = shiftRotation
const DAYS = 14

/** Page with the shift plan for everyone; people with permission add future patterns. */
export default function RotationPage() {
  const { t } = useTranslation(['plant', 'client'])
  const navigate = useNavigate()
  const zone = usePlantZone()
  const list = useList(shiftRotation, { size: 500 })
  const mayAdd = useMayCall(shiftRotation.endpoints.create as Endpoint)
  const [adding, setAdding] = useState(false)
  const [chosen, setChosen] = useState<string | null>(null)
  const now = new Date(useNow()).toISOString()
  const rotation = useMemo(() => rotationOf(list.rows), [list.rows])
  const today = shiftAt(now, rotation, zone).businessDate
  if (adding) {
    // Only the server knows if anything is recorded for today.
    const check = (values: object) => {
      const problem =
        'effectiveFrom' in values && values.effectiveFrom
          ? rotationProblem(values as RotationEntry, today, false)
          : null
      return problem
        ? [{ name: problem === 'notAhead' ? 'effectiveFrom' : 'cycle', message: t(`refusals.rotation.${problem}`) }]
        : []
    }
    return <ResourceForm of={of} check={check} onBack={() => setAdding(false)} onDone={() => setAdding(false)} />
  }
  const from = list.rows.find(({ id }) => id === chosen)?.effectiveFrom ?? today
  return (
    <PageFrame
      title={t('pages.rotation.title')}
      onBack={() => void navigate('/me')}
      primary={
        mayAdd && (
          <Button look="primary" icon={<PlusIcon size={20} />} onClick={() => setAdding(true)}>
            {t('client:resource.add')}
          </Button>
        )
      }
    >
      {list.isLoading ? (
        <SkeletonDetail />
      ) : list.error && list.at === 0 ? (
        <NotLoaded of={list} />
      ) : (
        <div className="rotation">
          <RotationPreview rotation={rotation} from={from} days={DAYS} zone={zone} today={today} />
          <Entries rows={list.rows} today={today} chosen={chosen} onChoose={setChosen} />
        </div>
      )}
    </PageFrame>
  )
}

/** Rotation entries with their first day; the preview starts at the selected entry. Past entries stay. */
function Entries({
  rows,
  today,
  chosen,
  onChoose,
}: {
  rows: readonly Entry[]
  today: string
  chosen: string | null
  onChoose: (id: string | null) => void
}) {
  const labels = useLabels('plant')
  if (rows.length === 0) return null
  return (
    <ul className="rotation-entries" aria-label={labels.name(of)}>
      {rows.map((row) => (
        <li key={row.id} className="ui-card">
          <button
            type="button"
            aria-pressed={row.id === chosen}
            onClick={() => onChoose(row.id === chosen ? null : row.id)}
          >
            <b>{labels.option(of, 'kind', row.kind)}</b>
            <span>
              {labels.field(of, 'effectiveFrom')} {row.effectiveFrom}
            </span>
            {row.note && <span className="quiet">{row.note}</span>}
          </button>
          {dayProblem(row, today, false) === null && (
            <RemoveRow
              endpoint={of.endpoints.remove}
              row={row}
              title={`${labels.option(of, 'kind', row.kind)} ${row.effectiveFrom}`}
              onGone={() => onChoose(null)}
            />
          )}
        </li>
      ))}
    </ul>
  )
}
