import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { rowActions } from '../areas'
import { may, useSession } from '../session/use-session'
import { usePageLink } from '../shell/use-page-link'

export interface RowActionsProps {
  resource: string
  id: string
  /** If displayed in two places: `first` is the primary action, `rest` are the others. */
  part?: 'first' | 'rest'
  /** Reason in words, filled into the form that opens. */
  says?: string
}
/** Links to the actions of other areas on a row; empty without permission for any. */
export function RowActions({ resource, id, part, says }: RowActionsProps) {
  const all = useRowActions(resource)
  const offered = part === 'first' ? all.slice(0, 1) : part === 'rest' ? all.slice(1) : all
  const { t } = useTranslation(offered.flatMap(({ word }) => word.split(':', 1)))
  const link = usePageLink()
  return (
    <>
      {offered.map(({ name, word, page, at }) => {
        const address = link(page, { ...at, of: resource, row: id, ...(says ? { says } : {}) })
        return (
          address && (
            <Link key={name} className={part === 'first' ? 'ui-button is-primary' : 'ui-button'} to={address}>
              {t(word)}
            </Link>
          )
        )
      })}
    </>
  )
}
/** Returns the actions this person may take. */
export function useRowActions(resource: string) {
  const person = useSession()
  return rowActions(resource).filter(({ keys }) => may(person, keys))
}
