import { useCallback, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Row } from '@/contract/resource'
import { getConflict } from '@/client/api/api-error'
import { notify } from '@/client/api/notify'
import { useSendCommand } from '@/client/api/use-command'
import { useReportDirty } from '@/client/shell/dirty-forms'
import { dashboardContainer, keepGrid, type Width } from '../../contract/dashboard-container'
import { mergedList, placedCards } from '../../rules/grid'
import type { CardSize } from '../../rules/card-sizes'

export type Container = Row<typeof dashboardContainer>
export type Grid = Pick<Container, 'cards' | Width>
export type GridCard = Container['cards'][number]
/**
 * Returns the width class of a dashboard's container.
 * @param px width of the container
 */
export const widthOf = (px: number): Width => (px >= 1024 ? 'desk' : px >= 600 ? 'tablet' : 'phone')
const gridOf = (row: Container): Grid => ({ cards: row.cards, phone: row.phone, tablet: row.tablet, desk: row.desk })

/** Merges the changes that two devices made to one grid; null if both moved or changed the same entry. */
export function joined(base: Grid, mine: Grid, theirs: Grid): Grid | null {
  const cards = mergedList(base.cards, mine.cards, theirs.cards)
  const phone = mergedList(base.phone, mine.phone, theirs.phone)
  const tablet = mergedList(base.tablet, mine.tablet, theirs.tablet)
  const desk = mergedList(base.desk, mine.desk, theirs.desk)
  return cards && phone && tablet && desk ? { cards, phone, tablet, desk } : null
}

/**
 * Optimistic grid that is displayed until its changes are stored.
 * `version` is the version of the dashboard it is based on, `pendingChanges` the number of changes not stored yet.
 */
interface Own {
  readonly of: number
  readonly grid: Grid
  readonly underWay: number
}
const same = (a: Grid, b: Grid): boolean => JSON.stringify(a) === JSON.stringify(b)

/**
 * Edits the grid of a dashboard. Changes are displayed at once and stored one after another with the dashboard's
 * version; changes that another device stored in between are merged.
 */
export function useGrid(row: Container, width: Width) {
  const { t } = useTranslation('overview')
  const send = useSendCommand(keepGrid)
  const [own, setOwn] = useState<Own | null>(null)
  useReportDirty((own?.underWay ?? 0) > 0)
  const base = useRef<{ version: number; grid: Grid }>({ version: row.version, grid: gridOf(row) })
  const busy = useRef<Promise<void>>(Promise.resolve())
  const grid = own && (own.underWay > 0 || own.of >= row.version) ? own.grid : gridOf(row)

  /** Stores the change from `editedGrid` to `changedGrid`, merged into the version stored last. */
  const store = useCallback(
    async (seen: Grid, next: Grid): Promise<void> => {
      const settle = (stored: Grid) =>
        setOwn((now) => {
          const underWay = (now?.underWay ?? 1) - 1
          // Later changes are still pending, so the displayed grid stays.
          return { of: base.current.version, grid: now && underWay > 0 ? now.grid : stored, underWay }
        })
      const before = base.current.grid
      let wanted = same(seen, before) ? next : joined(seen, next, before)
      let both = wanted !== next
      for (let tries = 0; wanted && tries < 3; tries++) {
        const on = base.current
        try {
          const result = await send({ id: row.id, version: on.version, ...wanted }, { quiet: true })
          if (!result.queued) base.current = { version: result.data.version, grid: gridOf(result.data) }
          settle(result.queued ? wanted : base.current.grid)
          if (both) void notify(t('own.joined'), 'info')
          return
        } catch (error) {
          const theirs = getConflict(error)?.theirs as Container | undefined
          if (!theirs) {
            settle(base.current.grid)
            void notify(error instanceof Error ? error.message : String(error), 'fail')
            return
          }
          base.current = { version: theirs.version, grid: gridOf(theirs) }
          wanted = joined(on.grid, wanted, base.current.grid)
          both = true
        }
      }
      settle(base.current.grid)
      void notify(t('own.conflict'), 'fail')
    },
    [row.id, send, t],
  )
  const change = useCallback(
    (next: Grid) => {
      // The displayed row is newer than the version stored last: the change was made on that row.
      if (row.version > base.current.version) base.current = { version: row.version, grid: gridOf(row) }
      const seen = grid
      setOwn((now) => ({ of: base.current.version, grid: next, underWay: (now?.underWay ?? 0) + 1 }))
      busy.current = busy.current.then(() => store(seen, next))
    },
    [row, grid, store],
  )
  const cards = placedCards(grid.cards, grid[width])
  const place = (order: readonly { key: string; size: CardSize }[]) =>
    change({ ...grid, [width]: order.map(({ key, size }) => ({ key, size })) })
  return {
    cards,
    /** Moves the card at index `from` to index `to`. */
    move(from: number, to: number) {
      const order = [...cards]
      const [moved] = order.splice(from, 1)
      if (!moved || to < 0 || to > order.length) return
      order.splice(to, 0, moved)
      place(order)
    },
    resize: (key: string, size: CardSize) => place(cards.map((card) => (card.key === key ? { ...card, size } : card))),
    remove: (key: string) =>
      change({
        cards: grid.cards.filter((card) => card.key !== key),
        phone: grid.phone.filter((card) => card.key !== key),
        tablet: grid.tablet.filter((card) => card.key !== key),
        desk: grid.desk.filter((card) => card.key !== key),
      }),
    add: (card: GridCard) => change({ ...grid, cards: [...grid.cards, card] }),
    set: (key: string, patch: Partial<GridCard>) =>
      change({ ...grid, cards: grid.cards.map((card) => (card.key === key ? { ...card, ...patch } : card)) }),
  }
}
