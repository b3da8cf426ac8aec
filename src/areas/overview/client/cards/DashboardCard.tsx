import './cards.css'
import { lazy, type ComponentType, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { useHasPermission } from '@/client/session/use-session'
import { ErrorBoundary } from '@/client/shell/ErrorBoundary'
import { usePageLink } from '@/client/shell/use-page-link'
import { AbbreviatedNumbersProvider } from '@/client/ui/Quantity'
import { LazyBoundary, SkeletonDetail } from '@/client/ui/Skeleton'
import { cardLoaders, cardNames, getCardSpec, type CardName, type DashboardCardProps } from './catalogue'

/**
 * One card of the catalogue in its frame. The heading links to the page of the card. The content loads when the card is
 * first shown. A note replaces the content if the person has lost the permission or the line is no longer in use.
 * @param lines lines in use by id; null while they load
 */
export function DashboardCard({
  card,
  lines,
  tools,
  ...props
}: DashboardCardProps & {
  card: CardName
  lines: ReadonlyMap<string, string> | null
  /** Controls next to the heading to move and change the card. */
  tools?: ReactNode
}) {
  const { t } = useTranslation('overview')
  const spec = getCardSpec(card)
  const isAllowed = useHasPermission(spec.permissionKeys)
  const getPageLink = usePageLink()
  const title = t(`dashboardContainer.subOptions.cards.card.${card}`)
  const lineName = props.lineId && lines?.get(props.lineId)
  const isLineGone = props.lineId !== null && lines !== null && !lineName
  const lacksLine = spec.lineScope === 'required' && !props.lineId
  const heading = [title, lineName].filter(Boolean).join(' · ')
  const address =
    isAllowed && !props.isWallScreen ? getPageLink(spec.page, props.lineId ? { line: props.lineId } : {}) : null
  return (
    <article className={`ui-card card-of is-${props.size}`} aria-label={heading} data-card={card}>
      <header>
        <h2>{address ? <Link to={address}>{heading}</Link> : heading}</h2>
        {tools}
      </header>
      {!isAllowed && <p className="card-lost">{t('cards.noRight')}</p>}
      {isAllowed && isLineGone && <p className="card-lost">{t('cards.lineGone')}</p>}
      {isAllowed && !isLineGone && lacksLine && <p className="card-lost">{t('cards.noLine')}</p>}
      {isAllowed && !isLineGone && !lacksLine && <CardContent card={card} {...props} />}
    </article>
  )
}

/** Lazy content of each card; one component for all its instances. */
const cardComponents: Readonly<Record<string, ComponentType<DashboardCardProps>>> = Object.fromEntries(
  cardNames.map((name) => [name, lazy(cardLoaders[name])]),
)
function CardContent({ card, ...props }: DashboardCardProps & { card: CardName }) {
  const CardComponent = cardComponents[card]
  if (!CardComponent) return null
  return (
    <ErrorBoundary>
      <LazyBoundary skeleton={<SkeletonDetail fields={props.size === 'small' ? 1 : 3} />}>
        <AbbreviatedNumbersProvider>
          <CardComponent {...props} />
        </AbbreviatedNumbersProvider>
      </LazyBoundary>
    </ErrorBoundary>
  )
}
