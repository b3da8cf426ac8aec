import { useCallback, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Row } from '@/contract/resource'
import { conflictOf } from '@/client/api/api-error'
import { notify } from '@/client/api/notify'
import { useSend } from '@/client/api/use-command'
import { dashboardContainer, keepGrid, type Width } from '../../contract/dashboard-container'
import { mergedList, placedCards } from '../../rules/grid'
import type { CardSize } from '../../rules/card-sizes'

export type Container = Row<typeof dashboardContainer>
export type Grid = Pick<Container, 'cards' | Width>
export type GridCard = Container['cards'][number]
/** From these widths of its room on, px. */
export const widthOf = (px: number): Width => (px >= 1024 ? 'desk' : px >= 600 ? 'tablet' : 'phone')
const gridOf = (row: Container): Grid => ({ cards: row.cards, phone: row.phone, tablet: row.tablet, desk: row.desk })

/** What two devices made of one grid, joined; null where both moved or changed the same. */
export function joined(base: Grid, mine: Grid, theirs: Grid): Grid | null {
  const cards = mergedList(base.cards, mine.cards, theirs.cards)
  const phone = mergedList(base.phone, mine.phone, theirs.phone)
  const tablet = mergedList(base.tablet, mine.tablet, theirs.tablet)
  const desk = mergedList(base.desk, mine.desk, theirs.desk)
  return cards && phone && tablet && desk ? { cards, phone, tablet, desk } : null
}

/** A dashboard's grid while it is arranged: shown at once, stored with its version, joined with what another device stored meanwhile. */
export function useGrid(row: Container, width: Width) {
  const { t } = useTranslation('overview')
  const send = useSend(keepGrid)
  const [own, setOwn] = useState<{ of: number; grid: Grid } | null>(null)
  const base = useRef<{ version: number; grid: Grid }>({ version: row.version, grid: gridOf(row) })
  const busy = useRef<Promise<void>>(Promise.resolve())
  const grid = own && own.of >= row.version ? own.grid : gridOf(row)

  const store = useCallback(
    async (next: Grid): Promise<void> => {
      for (let tries = 0, wanted = next; tries < 3; tries++) {
        const before = base.current
        try {
          const result = await send({ id: row.id, version: before.version, ...wanted }, { quiet: true })
          if (!result.queued) base.current = { version: result.data.version, grid: gridOf(result.data) }
          setOwn({ of: base.current.version, grid: wanted })
          if (tries > 0) void notify(t('own.joined'), 'info')
          return
        } catch (error) {
          const conflict = conflictOf(error)
          const theirs = conflict && (conflict.theirs as Container)
          const both = theirs && joined(before.grid, wanted, gridOf(theirs))
          if (theirs) base.current = { version: theirs.version, grid: gridOf(theirs) }
          if (both) {
            wanted = both
            continue
          }
          setOwn({ of: base.current.version, grid: base.current.grid })
          void notify(theirs ? t('own.conflict') : error instanceof Error ? error.message : String(error), 'fail')
          return
        }
      }
    },
    [row.id, send, t],
  )
  const change = useCallback(
    (next: Grid) => {
      // Somebody else's version has been shown since: this change is made on that.
      if (row.version > base.current.version) base.current = { version: row.version, grid: gridOf(row) }
      setOwn({ of: base.current.version, grid: next })
      busy.current = busy.current.then(() => store(next))
    },
    [row, store],
  )
  const cards = placedCards(grid.cards, grid[width])
  const place = (order: readonly { key: string; size: CardSize }[]) =>
    change({ ...grid, [width]: order.map(({ key, size }) => ({ key, size })) })
  return {
    cards,
    /** Puts the card at `from` before the one that is at `to`. */
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
