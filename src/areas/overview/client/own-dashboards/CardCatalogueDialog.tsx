import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Dialog } from '@/client/ui/Dialog'
import { cardPictures, type CardName, type CardPicture } from '../cards/catalogue'

const range = (count: number) => Array.from({ length: count }, (_, index) => index)
const ACCENT = { fill: 'var(--accent)' }
const INK = { fill: 'var(--ink)' }
const OK = { fill: 'var(--ok)' }
const BAD = { fill: 'var(--bad)' }
const LINE = { fill: 'none', stroke: 'var(--accent)', strokeWidth: 2 }
/** Returns the style of a machine in the schematic map; the choice of the highlighted cells is arbitrary. */
const getMapCellStyle = (cell: number) => {
  if (cell === 9) return BAD
  return cell % 13 === 4 ? ACCENT : OK
}

/** Schematic drawing of each kind of card, on 96 × 56 units. */
const schematics: Readonly<Record<CardPicture, ReactNode>> = {
  metric: (
    <>
      <rect style={INK} x="8" y="6" width="30" height="10" rx="2" />
      <rect x="8" y="22" width="80" height="6" rx="2" />
      <rect style={OK} x="8" y="22" width="52" height="6" rx="2" />
      <rect style={INK} x="66" y="19" width="2" height="12" />
      <path style={LINE} d="M8 48 L24 40 L40 46 L56 36 L72 42 L88 34" />
    </>
  ),
  bands: range(4).map((row) => (
    <g key={row}>
      <rect x="8" y={6 + row * 12} width="80" height="8" rx="2" />
      <rect style={OK} x="8" y={6 + row * 12} width={30 + row * 8} height="8" rx="2" />
      <rect style={BAD} x={50 + row * 8} y={6 + row * 12} width={10 - row * 2} height="8" />
    </g>
  )),
  bars: range(4).map((row) => (
    <rect key={row} style={row === 0 ? BAD : ACCENT} x="8" y={6 + row * 12} width={80 - row * 20} height="8" rx="2" />
  )),
  columns: range(6).map((column) => (
    <rect
      key={column}
      style={column === 4 ? BAD : ACCENT}
      x={9 + column * 14}
      y={16 + ((column * 5) % 14)}
      width="8"
      height={34 - ((column * 5) % 14)}
    />
  )),
  gauges: range(3).map((row) => (
    <g key={row}>
      <rect x="8" y={8 + row * 16} width="52" height="8" rx="2" />
      <rect style={OK} x="20" y={8 + row * 16} width="28" height="8" />
      <rect style={row === 1 ? BAD : INK} x={row === 1 ? 54 : 28 + row * 6} y={6 + row * 16} width="3" height="12" />
      <path style={LINE} d={`M66 ${14 + row * 16} L74 ${9 + row * 16} L81 ${13 + row * 16} L88 ${8 + row * 16}`} />
    </g>
  )),
  heat: range(24).map((cell) => (
    <rect
      key={cell}
      style={ACCENT}
      opacity={0.15 + ((cell * 7) % 10) / 12}
      x={8 + (cell % 6) * 14}
      y={5 + Math.floor(cell / 6) * 12}
      width="12"
      height="10"
    />
  )),
  map: range(32).map((cell) => (
    <rect
      key={cell}
      style={getMapCellStyle(cell)}
      x={8 + (cell % 8) * 10}
      y={8 + Math.floor(cell / 8) * 11}
      width="8"
      height="8"
      rx="1"
    />
  )),
}
/** The catalogue of cards: each with its name and a schematic drawing; a tap adds the card. */
export function CardCatalogueDialog({
  cards,
  getCardTitle,
  onChoose,
  onClose,
}: {
  cards: readonly CardName[]
  getCardTitle: (card: CardName) => string
  onChoose: (card: CardName) => void
  onClose: () => void
}) {
  const { t } = useTranslation('overview')
  return (
    <Dialog open title={t('own.addCard')} onClose={onClose}>
      <ul className="card-catalogue">
        {cards.map((card) => (
          <li key={card}>
            <button type="button" className="ui-card" onClick={() => onChoose(card)}>
              <svg viewBox="0 0 96 56" aria-hidden>
                {schematics[cardPictures[card]]}
              </svg>
              {getCardTitle(card)}
            </button>
          </li>
        ))}
      </ul>
    </Dialog>
  )
}
