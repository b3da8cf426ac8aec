import { useTranslation } from 'react-i18next'
import { useNames } from '@/client/fields/options'
import { EmptyState } from '@/client/ui/EmptyState'
import { Tabs } from '@/client/ui/Tabs'
import { useNow } from '@/client/use-now'
import { RepairCard } from './RepairCard'
import { byUrgency, OPEN_STATES, type OpenState, type Repair } from './repair-time'

export interface RepairBoardProps {
  rows: readonly Repair[]
  refs: Readonly<Record<string, string>>
  wide: boolean
  /** State displayed if there is room for only one column. */
  state: OpenState
  onState: (state: OpenState) => void
  openId: string | null
  onOpen: (row: Repair) => void
}

/** Open repairs by state, the most urgent on top: columns if there is room, one state at a time on a phone. */
export function RepairBoard({ rows, refs, wide, state, onState, openId, onOpen }: RepairBoardProps) {
  const { t } = useTranslation('maintenance')
  const names = useNames(
    'equipment',
    rows.map((row) => row.equipmentId),
    refs,
  )
  const of = (one: OpenState) => rows.filter((row) => row.state === one).sort(byUrgency)
  if (wide) {
    return (
      <div className="repair-board">
        {OPEN_STATES.map((one) => (
          <section key={one} aria-label={t(`repair.options.state.${one}`)}>
            <h2>
              {t(`repair.options.state.${one}`)} <b>{of(one).length}</b>
            </h2>
            <Cards rows={of(one)} refs={names} openId={openId} onOpen={onOpen} />
          </section>
        ))}
      </div>
    )
  }
  return (
    <>
      <Tabs
        label={t('repair.fields.state')}
        chosen={state}
        onChoose={onState}
        tabs={OPEN_STATES.map((key) => ({
          key,
          word: t(`pages.repair.short.${key}`, { defaultValue: t(`repair.options.state.${key}`) }),
          count: of(key).length,
        }))}
      />
      {of(state).length === 0 ? (
        <EmptyState title={t('pages.repair.noneHere')} next={t('pages.repair.noneHereNext')} />
      ) : (
        <Cards rows={of(state)} refs={names} openId={openId} onOpen={onOpen} scroll />
      )}
    </>
  )
}

function Cards({
  rows,
  refs,
  openId,
  onOpen,
  scroll,
}: {
  rows: readonly Repair[]
  refs: Readonly<Record<string, string>>
  openId: string | null
  onOpen: (row: Repair) => void
  scroll?: boolean
}) {
  const now = useNow()
  return (
    <ul className={`cards${scroll ? ' scroll' : ''}`}>
      {rows.map((row) => (
        <li key={row.id}>
          <RepairCard
            row={row}
            machine={refs[row.equipmentId]}
            now={now}
            chosen={row.id === openId}
            onOpen={() => onOpen(row)}
          />
        </li>
      ))}
    </ul>
  )
}
