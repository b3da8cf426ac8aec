import { useTranslation } from 'react-i18next'
import { useNames } from '@/client/fields/options'
import { EmptyState } from '@/client/ui/EmptyState'
import type { RefreshOutcome, SwipeButton } from '@/client/ui/table/columns'
import { Tabs } from '@/client/ui/Tabs'
import { TouchRefresher, TouchSwipe } from '@/client/ui/TouchList'
import { useNow } from '@/client/clock'
import { RepairCard } from './RepairCard'
import { openRepairStates, type RepairState } from '@/areas/maintenance/rules/repair'
import { compareRepairsByUrgency, type Repair } from './repair-time'

export interface RepairBoardProps {
  rows: readonly Repair[]
  refs: Readonly<Record<string, string>>
  showsAllColumns: boolean
  /** State displayed if there is room for only one column. */
  state: RepairState
  onStateChange: (state: RepairState) => void
  openId: string | null
  onOpen: (row: Repair) => void
  onRefresh: () => Promise<RefreshOutcome>
  getSwipeButtons: (row: Repair) => readonly SwipeButton[]
}

/** Open repairs by state, the most urgent on top: columns if there is room, one state at a time on a phone. */
export function RepairBoard({
  rows,
  refs,
  showsAllColumns,
  state,
  onStateChange,
  openId,
  onOpen,
  onRefresh,
  getSwipeButtons,
}: RepairBoardProps) {
  const { t } = useTranslation('maintenance')
  const names = useNames(
    'equipment',
    rows.map((row) => row.equipmentId),
    refs,
  )
  const getRowsInState = (boardState: RepairState) =>
    rows.filter((row) => row.state === boardState).sort(compareRepairsByUrgency)
  if (showsAllColumns) {
    return (
      <div className="repair-board">
        {openRepairStates.map((boardState) => (
          <section key={boardState} aria-label={t(`repair.options.state.${boardState}`)}>
            <h2>
              {t(`repair.options.state.${boardState}`)} <b>{getRowsInState(boardState).length}</b>
            </h2>
            <RepairCardList rows={getRowsInState(boardState)} machineNames={names} openId={openId} onOpen={onOpen} />
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
        onChoose={onStateChange}
        tabs={openRepairStates.map((key) => ({
          key,
          label: t(`pages.repair.short.${key}`, { defaultValue: t(`repair.options.state.${key}`) }),
          count: getRowsInState(key).length,
        }))}
      />
      {getRowsInState(state).length === 0 ? (
        <EmptyState
          title={t(rows.length === 0 ? 'pages.repair.noneOpen' : 'pages.repair.noneHere')}
          {...(rows.length > 0 && { advice: t('pages.repair.noneHereNext') })}
        />
      ) : (
        <TouchRefresher onRefresh={onRefresh}>
          <RepairCardList
            rows={getRowsInState(state)}
            machineNames={names}
            openId={openId}
            onOpen={onOpen}
            getSwipeButtons={getSwipeButtons}
            isScrollable
          />
        </TouchRefresher>
      )}
    </>
  )
}

function RepairCardList({
  rows,
  machineNames,
  openId,
  onOpen,
  getSwipeButtons,
  isScrollable,
}: {
  rows: readonly Repair[]
  machineNames: Readonly<Record<string, string>>
  openId: string | null
  onOpen: (row: Repair) => void
  getSwipeButtons?: RepairBoardProps['getSwipeButtons']
  isScrollable?: boolean
}) {
  const now = useNow()
  return (
    <ul className={`cards${isScrollable ? ' scroll' : ''}`}>
      {rows.map((row) => (
        <li key={row.id}>
          <TouchSwipe buttons={getSwipeButtons?.(row)}>
            <RepairCard
              row={row}
              machineName={machineNames[row.equipmentId]}
              now={now}
              isChosen={row.id === openId}
              onOpen={() => onOpen(row)}
            />
          </TouchSwipe>
        </li>
      ))}
    </ul>
  )
}
