import { lazy, Suspense, type ComponentType } from 'react'
import { hasPermission, useSession } from '../session/use-session'
import { ErrorBoundary } from './ErrorBoundary'

interface Card<P> {
  readonly name: string
  readonly keys?: readonly string[]
  readonly load: () => Promise<{ default: ComponentType<P> }>
}
// Cached: a lazy component created while rendering would restart on each render.
const drawn = new Map<object, unknown>()
function componentOf<P>(load: Card<P>['load']): ComponentType<P> {
  const known = drawn.get(load) as ComponentType<P> | undefined
  if (known) return known
  const made = lazy(load as () => Promise<{ default: ComponentType<object> }>) as ComponentType<P>
  drawn.set(load, made)
  return made
}

/**
 * Cards that other areas provide, lazily loaded, for users with their permissions. A card that fails does not affect
 * the others.
 */
export function CardsOf<P extends object>({ cards, ...given }: { cards: readonly Card<P>[]; of: P }) {
  const person = useSession()
  return cards
    .filter((card) => !card.keys || hasPermission(person, card.keys))
    .map((card) => {
      const Component = componentOf(card.load)
      return (
        <ErrorBoundary key={card.name}>
          <Suspense>
            <Component {...given.of} />
          </Suspense>
        </ErrorBoundary>
      )
    })
}
