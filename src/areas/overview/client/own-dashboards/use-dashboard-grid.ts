import { useCallback, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Row } from '@/contract/resource'
import { getConflict } from '@/client/api/api-error'
import { notify } from '@/client/api/notify'
import { useSendCommand } from '@/client/api/use-send-command'
import { useReportDirty } from '@/client/shell/dirty-forms'
import { RAIL_WIDTH_REM } from '@/client/shell/use-rail-fold'
import { getRemPx } from '@/client/ui/display-settings'
import { dashboardContainer, storeGrid, type GridWidth } from '../../contract/dashboard-container'
import { mergeKeyedLists, arrangeCards, type CardSize } from '../../rules/grid'

export type Dashboard = Row<typeof dashboardContainer>
export type CardGrid = Pick<Dashboard, 'cards' | GridWidth>
export type GridCard = Dashboard['cards'][number]
/** Container widths from which the arrangements for tablets and desktops apply. */
const MIN_TABLET_WIDTH_PX = 600
const MIN_DESK_WIDTH_PX = 1024
/**
 * Returns the width class of a dashboard's container. Folding the menu does not change the width class, so that the
 * arrangement stays the same.
 * @param px width of the container
 */
export function toGridWidth(px: number): GridWidth {
  const widthBesideMenu = Math.min(px, Math.max(MIN_TABLET_WIDTH_PX, window.innerWidth - RAIL_WIDTH_REM * getRemPx()))
  if (widthBesideMenu >= MIN_DESK_WIDTH_PX) return 'desk'
  return widthBesideMenu >= MIN_TABLET_WIDTH_PX ? 'tablet' : 'phone'
}
const toCardGrid = (row: Dashboard): CardGrid => ({
  cards: row.cards,
  phone: row.phone,
  tablet: row.tablet,
  desk: row.desk,
})

/** Merges the changes that two devices made to one grid; null if both moved or changed the same entry. */
export function mergeGrids(baseGrid: CardGrid, ownGrid: CardGrid, otherSideGrid: CardGrid): CardGrid | null {
  const cards = mergeKeyedLists(baseGrid.cards, ownGrid.cards, otherSideGrid.cards)
  const phone = mergeKeyedLists(baseGrid.phone, ownGrid.phone, otherSideGrid.phone)
  const tablet = mergeKeyedLists(baseGrid.tablet, ownGrid.tablet, otherSideGrid.tablet)
  const desk = mergeKeyedLists(baseGrid.desk, ownGrid.desk, otherSideGrid.desk)
  return cards && phone && tablet && desk ? { cards, phone, tablet, desk } : null
}

/**
 * Grid with unstored changes, displayed until the server has stored them. `version` is the dashboard version that the
 * grid is based on.
 */
interface PendingGrid {
  readonly version: number
  readonly grid: CardGrid
  readonly pendingChangeCount: number
}
/**
 * Maximum attempts to store a change. After each conflict, the change is merged with the grid that another device
 * stored.
 */
const MAX_ATTEMPTS = 3
const isSameGrid = (a: CardGrid, b: CardGrid): boolean => JSON.stringify(a) === JSON.stringify(b)

/**
 * Edits the grid of a dashboard. Changes are displayed at once and stored one after another with the dashboard's
 * version; changes that another device stored in between are merged.
 */
export function useDashboardGrid(dashboard: Dashboard, width: GridWidth) {
  const { t } = useTranslation('overview')
  const send = useSendCommand(storeGrid)
  const [pendingGrid, setPendingGrid] = useState<PendingGrid | null>(null)
  useReportDirty((pendingGrid?.pendingChangeCount ?? 0) > 0)
  const lastStored = useRef<{ version: number; grid: CardGrid }>({
    version: dashboard.version,
    grid: toCardGrid(dashboard),
  })
  const sendQueue = useRef<Promise<void>>(Promise.resolve())
  const grid =
    pendingGrid && (pendingGrid.pendingChangeCount > 0 || pendingGrid.version >= dashboard.version)
      ? pendingGrid.grid
      : toCardGrid(dashboard)

  /** Stores the change from `editedGrid` to `changedGrid`, merged into the version stored last. */
  const storeChange = useCallback(
    async (editedGrid: CardGrid, changedGrid: CardGrid): Promise<void> => {
      const settleChange = (settledGrid: CardGrid) =>
        setPendingGrid((current) => {
          const remainingChanges = (current?.pendingChangeCount ?? 1) - 1
          // Later changes are still pending, so the displayed grid stays.
          return {
            version: lastStored.current.version,
            grid: current && remainingChanges > 0 ? current.grid : settledGrid,
            pendingChangeCount: remainingChanges,
          }
        })
      const storedGrid = lastStored.current.grid
      let gridToStore = isSameGrid(editedGrid, storedGrid)
        ? changedGrid
        : mergeGrids(editedGrid, changedGrid, storedGrid)
      let isMerged = gridToStore !== changedGrid
      for (let attempt = 0; gridToStore && attempt < MAX_ATTEMPTS; attempt++) {
        const attemptBase = lastStored.current
        try {
          const result = await send({ id: dashboard.id, version: attemptBase.version, ...gridToStore }, { quiet: true })
          if (!result.queued) lastStored.current = { version: result.data.version, grid: toCardGrid(result.data) }
          settleChange(result.queued ? gridToStore : lastStored.current.grid)
          if (isMerged) void notify(t('own.joined'), 'info')
          return
        } catch (error) {
          const theirDashboard = getConflict(error)?.theirs as Dashboard | undefined
          if (!theirDashboard) {
            settleChange(lastStored.current.grid)
            void notify(error instanceof Error ? error.message : String(error), 'fail')
            return
          }
          lastStored.current = { version: theirDashboard.version, grid: toCardGrid(theirDashboard) }
          gridToStore = mergeGrids(attemptBase.grid, gridToStore, lastStored.current.grid)
          isMerged = true
        }
      }
      settleChange(lastStored.current.grid)
      void notify(t('own.conflict'), 'fail')
    },
    [dashboard.id, send, t],
  )
  const applyChange = useCallback(
    (changedGrid: CardGrid) => {
      // If the displayed dashboard is newer than the version stored last, the person made the change on the displayed
      // dashboard.
      if (dashboard.version > lastStored.current.version)
        lastStored.current = { version: dashboard.version, grid: toCardGrid(dashboard) }
      const editedGrid = grid
      setPendingGrid((current) => ({
        version: lastStored.current.version,
        grid: changedGrid,
        pendingChangeCount: (current?.pendingChangeCount ?? 0) + 1,
      }))
      sendQueue.current = sendQueue.current.then(() => storeChange(editedGrid, changedGrid))
    },
    [dashboard, grid, storeChange],
  )
  const cards = arrangeCards(grid.cards, grid[width])
  const placeCards = (nextOrder: readonly { key: string; size: CardSize }[]) =>
    applyChange({ ...grid, [width]: nextOrder.map(({ key, size }) => ({ key, size })) })
  return {
    cards,
    /** Moves the card at index `from` to index `to`. */
    move(from: number, to: number) {
      const nextOrder = [...cards]
      const [movedCard] = nextOrder.splice(from, 1)
      if (!movedCard || to < 0 || to > nextOrder.length) return
      nextOrder.splice(to, 0, movedCard)
      placeCards(nextOrder)
    },
    resize: (key: string, size: CardSize) =>
      placeCards(cards.map((card) => (card.key === key ? { ...card, size } : card))),
    remove: (key: string) =>
      applyChange({
        cards: grid.cards.filter((card) => card.key !== key),
        phone: grid.phone.filter((card) => card.key !== key),
        tablet: grid.tablet.filter((card) => card.key !== key),
        desk: grid.desk.filter((card) => card.key !== key),
      }),
    add: (card: GridCard) => applyChange({ ...grid, cards: [...grid.cards, card] }),
    set: (key: string, patch: Partial<GridCard>) =>
      applyChange({ ...grid, cards: grid.cards.map((card) => (card.key === key ? { ...card, ...patch } : card)) }),
  }
}
