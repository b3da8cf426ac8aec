// Virtual cards are placed in a spacer, so the list needs roles; it is focusable so that keys can scroll it.
/* oxlint-disable jsx-a11y/prefer-tag-over-role, jsx-a11y/no-noninteractive-tabindex, react/incompatible-library */
import { useVirtualizer } from '@tanstack/react-virtual'
import { useMemo, useRef, type CSSProperties, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { toggled, type CardListProps, type CardPlace, type Column } from './columns'
import { useNearEnd } from './use-near-end'
import './table.css'

type Places<Row> = Record<Exclude<CardPlace, 'none'>, Column<Row>[]>

/** Groups columns by card slot; without an explicit title the first column is the title. */
function arrange<Row>(columns: readonly Column<Row>[]): Places<Row> {
  const places: Places<Row> = { title: [], sub: [], state: [], fact: [] }
  const named = columns.some((column) => column.card === 'title')
  columns.forEach((column, index) => {
    const place = column.card ?? (!named && index === 0 ? 'title' : column.hidden ? 'none' : 'fact')
    if (place !== 'none') places[place].push(column)
  })
  return places
}

const GAP = 8

/** Virtual list of cards with measured heights. The whole card opens the row; screen readers get one heading button. */
export default function VirtualCards<Row>(props: CardListProps<Row>) {
  const { label, columns, rows, rowKey, total, onOpen, onEnd, selected, onSelect, current } = props
  const { t } = useTranslation('client')
  const scroller = useRef<HTMLDivElement>(null)
  const places = useMemo(() => arrange(columns), [columns])
  const geometry = useVirtualizer<HTMLDivElement, HTMLDivElement>({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => 72 + 24 * Math.ceil(places.fact.length / 2),
    getItemKey: (index) => {
      const row = rows[index]
      return row === undefined ? index : rowKey(row)
    },
    overscan: 2,
    gap: GAP,
  })
  const drawn = geometry.getVirtualItems()
  useNearEnd(drawn.at(-1)?.index ?? -1, rows.length, onEnd)
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
          {drawn.map((item) => {
            const row = rows[item.index]
            if (row === undefined) return null
            const key = rowKey(row)
            return (
              <div
                key={key}
                ref={geometry.measureElement}
                data-index={item.index}
                role="listitem"
                aria-setsize={total ?? rows.length}
                aria-posinset={item.index + 1}
                className="ui-card ui-list-card"
                aria-current={key === current || undefined}
                style={{ transform: `translateY(${item.start}px)` }}
              >
                <CardBody
                  places={places}
                  row={row}
                  onOpen={onOpen}
                  check={
                    onSelect && (
                      <input
                        type="checkbox"
                        checked={selected?.has(key) ?? false}
                        onChange={() => onSelect(toggled(selected ?? new Set(), key))}
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

type BodyProps<Row> = { places: Places<Row>; row: Row; onOpen?: (row: Row) => void; check?: ReactNode }

function CardBody<Row>({ places, row, onOpen, check }: BodyProps<Row>) {
  const title = places.title.map((column) => <span key={column.id}>{column.cell(row)}</span>)
  return (
    <>
      <div className="ui-list-card-head">
        {check}
        {onOpen ? (
          <button type="button" onClick={() => onOpen(row)}>
            {title}
          </button>
        ) : (
          <b>{title}</b>
        )}
        {places.state.map((column) => (
          <span key={column.id} className="ui-list-card-state">
            {column.cell(row)}
          </span>
        ))}
      </div>
      {places.sub.map((column) => (
        <p key={column.id}>{column.cell(row)}</p>
      ))}
      {places.fact.length > 0 && (
        <dl>
          {places.fact.map((column) => (
            <div key={column.id}>
              <dt>{column.header}</dt>
              <dd>{column.cell(row)}</dd>
            </div>
          ))}
        </dl>
      )}
    </>
  )
}
