// Virtual cards are placed in a spacer, so the list needs roles; it is focusable so that keys can scroll it.
/* oxlint-disable jsx-a11y/prefer-tag-over-role, jsx-a11y/no-noninteractive-tabindex, react/incompatible-library */
import { useVirtualizer } from '@tanstack/react-virtual'
import { useMemo, useRef, type CSSProperties, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { toggleKey, type CardListProps, type CardSlot, type Column } from './columns'
import { useNearEnd } from './use-near-end'
import './table.css'

type ColumnsBySlot<Row> = Record<Exclude<CardSlot, 'none'>, Column<Row>[]>

/** Groups columns by card slot; without an explicit title the first column is the title. */
function groupBySlot<Row>(columns: readonly Column<Row>[]): ColumnsBySlot<Row> {
  const columnsBySlot: ColumnsBySlot<Row> = { title: [], sub: [], state: [], detail: [] }
  const hasTitle = columns.some((column) => column.cardSlot === 'title')
  columns.forEach((column, index) => {
    const slot = column.cardSlot ?? (!hasTitle && index === 0 ? 'title' : column.isHidden ? 'none' : 'detail')
    if (slot !== 'none') columnsBySlot[slot].push(column)
  })
  return columnsBySlot
}

const GAP_PX = 8

/** Virtual list of cards with measured heights. The whole card opens the row; screen readers get one heading button. */
export default function VirtualCards<Row>(props: CardListProps<Row>) {
  const { label, columns, rows, getRowKey, total, onOpen, onEnd, selected, onSelect, openKey } = props
  const { t } = useTranslation('client')
  const scroller = useRef<HTMLDivElement>(null)
  const columnsBySlot = useMemo(() => groupBySlot(columns), [columns])
  const geometry = useVirtualizer<HTMLDivElement, HTMLDivElement>({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => 72 + 24 * Math.ceil(columnsBySlot.detail.length / 2),
    getItemKey: (index) => {
      const row = rows[index]
      return row === undefined ? index : getRowKey(row)
    },
    overscan: 2,
    gap: GAP_PX,
  })
  const visibleItems = geometry.getVirtualItems()
  useNearEnd(visibleItems.at(-1)?.index ?? -1, rows.length, onEnd)
  return (
    <div className="ui-table-frame">
      <div
        ref={scroller}
        className="ui-cards"
        style={{ '--all': `${geometry.getTotalSize() + 16}px` } as CSSProperties}
        role="list"
        aria-label={label}
        tabIndex={0}
      >
        <div role="presentation" className="ui-cards-space" style={{ height: geometry.getTotalSize() }}>
          {visibleItems.map((item) => {
            const row = rows[item.index]
            if (row === undefined) return null
            const key = getRowKey(row)
            return (
              <div
                key={key}
                ref={geometry.measureElement}
                data-index={item.index}
                role="listitem"
                aria-setsize={total ?? rows.length}
                aria-posinset={item.index + 1}
                className="ui-card ui-list-card"
                aria-current={key === openKey || undefined}
                style={{ transform: `translateY(${item.start}px)` }}
              >
                <CardBody
                  columnsBySlot={columnsBySlot}
                  row={row}
                  onOpen={onOpen}
                  checkbox={
                    onSelect && (
                      <input
                        type="checkbox"
                        checked={selected?.has(key) ?? false}
                        onChange={() => onSelect(toggleKey(selected ?? new Set(), key))}
                        aria-label={t('ui.table.select')}
                      />
                    )
                  }
                />
              </div>
            )
          })}
        </div>
      </div>
    </div>
  )
}

type CardBodyProps<Row> = {
  columnsBySlot: ColumnsBySlot<Row>
  row: Row
  onOpen?: (row: Row) => void
  checkbox?: ReactNode
}

function CardBody<Row>({ columnsBySlot, row, onOpen, checkbox }: CardBodyProps<Row>) {
  const title = columnsBySlot.title.map((column) => <span key={column.id}>{column.renderCell(row)}</span>)
  return (
    <>
      <div className="ui-list-card-head">
        {checkbox}
        {onOpen ? (
          <button type="button" onClick={() => onOpen(row)}>
            {title}
          </button>
        ) : (
          <b>{title}</b>
        )}
        {columnsBySlot.state.map((column) => (
          <span key={column.id} className="ui-list-card-state">
            {column.renderCell(row)}
          </span>
        ))}
      </div>
      {columnsBySlot.sub.map((column) => (
        <p key={column.id}>{column.renderCell(row)}</p>
      ))}
      {columnsBySlot.detail.length > 0 && (
        <dl>
          {columnsBySlot.detail.map((column) => (
            <div key={column.id}>
              <dt>{column.header}</dt>
              <dd>{column.renderCell(row)}</dd>
            </div>
          ))}
        </dl>
      )}
    </>
  )
}
