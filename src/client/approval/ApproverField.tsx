import './approval.css'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import type { Endpoint } from '@/contract/endpoint'
import { useEndpoint } from '../api/use-list'
import { QueryBoundary } from '../resource/QueryBoundary'
import { SkeletonList } from '../ui/Skeleton'

interface Person {
  readonly id: string
  readonly label: string
  readonly detail: string | null
}
/** The people who may be asked for an approval. */
export interface ApproverSource {
  /** Endpoint that lists the holders of the approval permission. */
  readonly people: Endpoint<object, readonly Person[]>
  /** Input of the endpoint; empty by default. */
  readonly peopleInput?: object
  /** False for people who may not approve this row, such as its authors. */
  readonly canBeAsked: (id: string) => boolean
}
const NO_INPUT = {}
const PEOPLE_QUERY_OPTIONS = { resources: ['user', 'role'] }
const NOBODY: readonly string[] = []

/** Lets the user choose one approver, or several in the order in which they are asked. */
export function ApproverField({
  label,
  value,
  onChange,
  disabled,
  max,
  people: peopleEndpoint,
  peopleInput = NO_INPUT,
  canBeAsked,
  suggestedIds = NOBODY,
}: ApproverSource & {
  label: string
  value: readonly string[] | null
  onChange: (ids: string[]) => void
  disabled: boolean
  max: number
  /** People chosen at first, except those who can no longer be asked. Nobody is chosen until the list has loaded. */
  suggestedIds?: readonly string[]
}) {
  const { t } = useTranslation('client')
  const peopleQuery = useEndpoint(peopleEndpoint, peopleInput, PEOPLE_QUERY_OPTIONS)
  const chosenIds = value ?? NOBODY
  const candidates = peopleQuery.data?.filter(({ id }) => canBeAsked(id))
  const hasSuggested = useRef(false)
  useEffect(() => {
    if (!candidates) return
    const wantedIds = hasSuggested.current || chosenIds.length > 0 ? chosenIds : suggestedIds
    hasSuggested.current = true
    // People may have lost the permission since they were suggested or chosen.
    const validIds = wantedIds.filter((id) => candidates.some((candidate) => candidate.id === id))
    if (validIds.length !== chosenIds.length) onChange(validIds.slice(0, max))
  })
  const toggle = (id: string) => {
    if (chosenIds.includes(id)) onChange(chosenIds.filter((chosenId) => chosenId !== id))
    else onChange(max === 1 ? [id] : [...chosenIds, id].slice(0, max))
  }
  return (
    <QueryBoundary query={peopleQuery} skeleton={<SkeletonList />}>
      {() =>
        candidates?.length === 0 ? (
          <p className="ui-card is-warned">{t('approval.nobody')}</p>
        ) : (
          <fieldset className="choices cluster approval-people" aria-label={label} disabled={disabled}>
            {candidates?.map((person) => (
              <button
                key={person.id}
                type="button"
                aria-pressed={chosenIds.includes(person.id)}
                onClick={() => toggle(person.id)}
              >
                {max > 1 && chosenIds.includes(person.id) && `${chosenIds.indexOf(person.id) + 1}. `}
                {[person.label, person.detail].filter(Boolean).join(' · ')}
              </button>
            ))}
          </fieldset>
        )
      }
    </QueryBoundary>
  )
}
