import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { rowActions } from '../areas'
import { may, useSession } from '../session/use-session'
import { usePageLink } from '../shell/use-page-link'

export interface RowActionsProps {
  resource: string
  id: string
  /** Where they stand on two places of a screen: `first` is its one way forward, `rest` are those beside what it is about. */
  part?: 'first' | 'rest'
  /** What the next form begins with, in words: why one goes there. */
  says?: string
}
/** The ways on from a row, to what other areas do with it; nothing for those who may do none of it. */
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
/** Which of them this person may take. */
export function useRowActions(resource: string) {
  const person = useSession()
  return rowActions(resource).filter(({ keys }) => may(person, keys))
}
