import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { rowActions } from '../areas'
import { may, useSession } from '../session/use-session'
import { usePageLink } from '../shell/use-page-link'

export interface RowActionsProps {
  resource: string
  id: string
  /** The way forward on this screen. */
  primary?: boolean
  /** What the next form begins with, in words: why one goes there. */
  says?: string
}
/** The ways on from a row, to what other areas do with it; nothing for those who may do none of it. */
export function RowActions({ resource, id, primary = false, says }: RowActionsProps) {
  const offered = useRowActions(resource)
  const { t } = useTranslation(offered.flatMap(({ word }) => word.split(':', 1)))
  const link = usePageLink()
  return (
    <>
      {offered.map(({ name, word, page, at }) => {
        const address = link(page, { ...at, of: resource, row: id, ...(says ? { says } : {}) })
        return (
          address && (
            <Link key={name} className={primary ? 'ui-button is-primary' : 'ui-button'} to={address}>
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
