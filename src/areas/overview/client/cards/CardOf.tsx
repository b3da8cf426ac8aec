import './cards.css'
import { lazy, Suspense, type ComponentType, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { useHasPermission } from '@/client/session/use-session'
import { ErrorBoundary } from '@/client/shell/ErrorBoundary'
import { usePageLink } from '@/client/shell/use-page-link'
import { AbbreviatedNumbersProvider } from '@/client/ui/abbreviated-numbers'
import { SkeletonDetail } from '@/client/ui/Skeleton'
import { cardLoaders, cardNames, cardSpec, type CardName, type CardProps } from './catalogue'

/**
 * One card of the catalogue in its frame. The heading links to its rows; the content loads when first shown. If the
 * permission or the line is gone, a note replaces the content.
 * @param lines lines in use by id; null while they load
 */
export function CardOf({
  card,
  lines,
  tools,
  ...props
}: CardProps & {
  card: CardName
  lines: ReadonlyMap<string, string> | null
  /** Controls next to the heading to move and change the card. */
  tools?: ReactNode
}) {
  const { t } = useTranslation('overview')
  const spec = cardSpec(card)
  const may = useHasPermission(spec.keys)
  const link = usePageLink()
  const title = t(`dashboardContainer.subOptions.cards.card.${card}`)
  const line = props.lineId && lines?.get(props.lineId)
  const gone = props.lineId !== null && lines !== null && !line
  const heading = [title, line].filter(Boolean).join(' · ')
  const address = may && !props.still ? link(spec.page, props.lineId ? { line: props.lineId } : {}) : null
  return (
    <article className={`ui-card card-of is-${props.size}`} aria-label={heading} data-card={card}>
      <header>
        <h2>{address ? <Link to={address}>{heading}</Link> : heading}</h2>
        {tools}
      </header>
      {!may && <p className="card-lost">{t('cards.noRight')}</p>}
      {may && gone && <p className="card-lost">{t('cards.lineGone')}</p>}
      {may && !gone && spec.line === 'must' && !props.lineId && <p className="card-lost">{t('cards.noLine')}</p>}
      {may && !gone && (spec.line !== 'must' || props.lineId) && <Content card={card} {...props} />}
    </article>
  )
}

/** Lazy content of each card; one component for all its instances. */
const contents: Readonly<Record<string, ComponentType<CardProps>>> = Object.fromEntries(
  cardNames.map((name) => [name, lazy(cardLoaders[name])]),
)
function Content({ card, ...props }: CardProps & { card: CardName }) {
  const Shown = contents[card]
  if (!Shown) return null
  return (
    <ErrorBoundary>
      <Suspense fallback={<SkeletonDetail fields={props.size === 'small' ? 1 : 3} />}>
        <AbbreviatedNumbersProvider>
          <Shown {...props} />
        </AbbreviatedNumbersProvider>
      </Suspense>
    </ErrorBoundary>
  )
}
