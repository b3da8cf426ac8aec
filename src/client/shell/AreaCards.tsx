import { lazy, Suspense, type ComponentType } from 'react'
import { hasPermission, useSession } from '../session/use-session'
import { ErrorBoundary } from './ErrorBoundary'

interface AreaCard<P> {
  readonly name: string
  readonly permissions?: readonly string[]
  readonly load: () => Promise<{ default: ComponentType<P> }>
}
// Cached: a lazy component created while rendering would restart on each render.
const componentByLoader = new Map<object, unknown>()
function getCardComponent<P>(load: AreaCard<P>['load']): ComponentType<P> {
  const cached = componentByLoader.get(load) as ComponentType<P> | undefined
  if (cached) return cached
  const component = lazy(load as () => Promise<{ default: ComponentType<object> }>) as ComponentType<P>
  componentByLoader.set(load, component)
  return component
}

/**
 * Cards that other areas provide, lazily loaded, for users with their permissions. A card that fails does not affect
 * the others.
 */
export function AreaCards<P extends object>({ cards, cardProps }: { cards: readonly AreaCard<P>[]; cardProps: P }) {
  const person = useSession()
  return cards
    .filter((card) => !card.permissions || hasPermission(person, card.permissions))
    .map((card) => {
      const Component = getCardComponent(card.load)
      return (
        <ErrorBoundary key={card.name}>
          <Suspense>
            <Component {...cardProps} />
          </Suspense>
        </ErrorBoundary>
      )
    })
}
