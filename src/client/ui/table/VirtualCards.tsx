// Virtual cards are placed in a spacer, so the list needs roles; it is focusable so that keys can scroll it.
/* oxlint-disable jsx-a11y/prefer-tag-over-role, jsx-a11y/no-noninteractive-tabindex, react/incompatible-library */
import '../../antd'
import List from 'antd-mobile/es/components/list'
import { useVirtualizer } from '@tanstack/react-virtual'
import { isValidElement, useMemo, useRef, type CSSProperties, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { MISSING_TEXT } from '../../format/number'
import { ForwardIcon } from '../icons'
import { Quantity, type QuantityProps } from '../Quantity'
import { TouchRefresher, TouchSwipe } from '../TouchList'
import { CardListEnd } from './CardListEnd'
import { toggleKey, type CardListProps, type CardSlot, type Column } from './columns'
import './table.css'

type ColumnsBySlot<Row> = Record<Exclude<CardSlot, 'none'>, Column<Row>[]>

/** Groups columns by card slot; without an explicit title the first column is the title. */
function groupBySlot<Row>(columns: readonly Column<Row>[]): ColumnsBySlot<Row> {
  const columnsBySlot: ColumnsBySlot<Row> = { title: [], sub: [], state: [], detail: [] }
  const hasTitle = columns.some((column) => column.cardSlot === 'title')
  columns.forEach((column, index) => {
    const isDefaultTitle = !hasTitle && index === 0
    const defaultSlot = column.isHidden && !isDefaultTitle ? 'none' : 'detail'
    const slot = column.cardSlot ?? (isDefaultTitle ? 'title' : defaultSlot)
    if (slot !== 'none') columnsBySlot[slot].push(column)
  })
  return columnsBySlot
}

/** Height of the message at the end of the list. */
const END_HEIGHT_PX = 56
/** Room for the borders and margins of the list. */
const LIST_MARGIN_PX = 16
/** Estimated height of a card's head, and of one line with two details, until the card is measured. */
const CARD_HEAD_HEIGHT_PX = 72
const DETAIL_LINE_HEIGHT_PX = 24

/** Virtual list of cards with measured heights. The whole card opens the row; screen readers get one heading button. */
export default function VirtualCards<Row>(props: CardListProps<Row>) {
  const { label, columns, rows, getRowKey, total, onOpen, onEnd, onRefresh, getSwipeButtons } = props
  const { selected, onSelect, openKey } = props
  const { t } = useTranslation('client')
  const scroller = useRef<HTMLDivElement>(null)
  const columnsBySlot = useMemo(() => groupBySlot(columns), [columns])
  const geometry = useVirtualizer<HTMLDivElement, HTMLDivElement>({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => CARD_HEAD_HEIGHT_PX + DETAIL_LINE_HEIGHT_PX * Math.ceil(columnsBySlot.detail.length / 2),
    getItemKey: (index) => {
      const row = rows[index]
      return row === undefined ? index : getRowKey(row)
    },
    overscan: 2,
  })
  const listHeight = geometry.getTotalSize()
  const showsEnd = listHeight > (geometry.scrollRect?.height ?? Infinity)
  const endHeight = onEnd || showsEnd ? END_HEIGHT_PX : 0
  const list = (
    <>
      <List className="ui-cards-list">
        <div role="list" aria-label={label} className="ui-cards-space" style={{ height: listHeight }}>
          {geometry.getVirtualItems().map((item) => {
            const row = rows[item.index]
            if (row === undefined) return null
            const key = getRowKey(row)
            const card = (
              <List.Item arrow={onOpen ? <ForwardIcon size={20} /> : false} className="ui-list-card">
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
              </List.Item>
            )
            return (
              <div
                key={key}
                ref={geometry.measureElement}
                data-index={item.index}
                role="listitem"
                aria-setsize={total ?? rows.length}
                aria-posinset={item.index + 1}
                className="ui-cards-item"
                aria-current={key === openKey || undefined}
                style={{ transform: `translateY(${item.start}px)` }}
              >
                <TouchSwipe buttons={getSwipeButtons?.(row)}>{card}</TouchSwipe>
              </div>
            )
          })}
        </div>
      </List>
      <CardListEnd rowCount={rows.length} onEnd={onEnd} showsEnd={showsEnd} />
    </>
  )
  return (
    <div className="ui-table-frame">
      <div
        ref={scroller}
        className="ui-cards"
        style={{ '--all': `${listHeight + endHeight + LIST_MARGIN_PX}px` } as CSSProperties}
        role="group"
        aria-label={label}
        tabIndex={0}
      >
        <TouchRefresher onRefresh={onRefresh}>{list}</TouchRefresher>
      </div>
    </div>
  )
}

const isMissingQuantity = (content: ReactNode): boolean =>
  isValidElement<QuantityProps>(content) && content.type === Quantity && (content.props.value ?? null) === null
const isBlankContent = (content: ReactNode): boolean =>
  content === null ||
  content === undefined ||
  content === false ||
  content === '' ||
  content === MISSING_TEXT ||
  isMissingQuantity(content)
/** Returns the cells of a row that have content; a card leaves out the others. */
const getFilledCells = <Row,>(columns: readonly Column<Row>[], row: Row) =>
  columns.flatMap((column) => {
    const content = column.isEmpty?.(row) ? null : column.renderCell(row)
    return isBlankContent(content) ? [] : [{ column, content }]
  })

type CardBodyProps<Row> = {
  columnsBySlot: ColumnsBySlot<Row>
  row: Row
  onOpen?: (row: Row) => void
  checkbox?: ReactNode
}

function CardBody<Row>({ columnsBySlot, row, onOpen, checkbox }: CardBodyProps<Row>) {
  const details = getFilledCells(columnsBySlot.detail, row)
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
        {getFilledCells(columnsBySlot.state, row).map(({ column, content }) => (
          <span key={column.id} className="ui-list-card-state">
            {content}
          </span>
        ))}
      </div>
      {columnsBySlot.sub.map((column) => (
        <p key={column.id}>{column.renderCell(row)}</p>
      ))}
      {details.length > 0 && (
        <dl>
          {details.map(({ column, content }) => (
            <div key={column.id}>
              <dt>{column.header}</dt>
              <dd>{content}</dd>
            </div>
          ))}
        </dl>
      )}
    </>
  )
}
