import { lazy, Suspense, type ComponentType } from 'react'
import type { MachinePart } from '@/client/area'
import { machineCards } from '@/client/areas'
import { may, useSession } from '@/client/session/use-session'
import { ErrorBoundary } from '@/client/shell/ErrorBoundary'

// Made once: a lazy component made while drawing would start anew each time.
const drawn = new Map<string, ComponentType<{ equipmentId: string }>>()
function cardOf(card: ReturnType<typeof machineCards>[number]): ComponentType<{ equipmentId: string }> {
  const known = drawn.get(card.name)
  if (known) return known
  const made = lazy(card.load)
  drawn.set(card.name, made)
  return made
}

/** What other areas show in a part of a machine's page: its open round, its figures, its history. */
export function MachineCards({ part, equipmentId }: { part: MachinePart; equipmentId: string }) {
  const person = useSession()
  return machineCards()
    .filter((card) => card.part === part && (!card.keys || may(person, card.keys)))
    .map((card) => {
      const Card = cardOf(card)
      return (
        <ErrorBoundary key={card.name}>
          <Suspense>
            <Card equipmentId={equipmentId} />
          </Suspense>
        </ErrorBoundary>
      )
    })
}
