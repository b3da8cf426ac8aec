import { useTranslation } from 'react-i18next'
import { useEndpoint } from '@/client/api/use-list'
import { joinWords } from '@/client/format/join-words'
import { useLanguage } from '@/client/format/use-language'
import { NotLoadedView } from '@/client/resource/NotLoadedView'
import { Button } from '@/client/ui/Button'
import { MinusIcon, PlusIcon } from '@/client/ui/icons'
import { Dialog } from '@/client/ui/Dialog'
import { SkeletonList } from '@/client/ui/Skeleton'
import { namesByRole } from '../../contract/user'
import type { AuthorityChange, AuthorityNode } from '../../rules/authority'

const MAX_NAMES = 6
/** Shows the pending changes by page, and the affected people, before they are saved. */
export function ReviewDialog({
  title,
  roleId,
  isOwnRole,
  changes,
  busy,
  onSave,
  onClose,
}: {
  title: string
  roleId: string
  isOwnRole: boolean
  changes: readonly AuthorityChange[]
  busy: boolean
  onSave: () => void
  onClose: () => void
}) {
  const { t } = useTranslation(['access', 'client'])
  const language = useLanguage()
  const peopleQuery = useEndpoint(namesByRole, { roleId }, { resources: ['user'] })
  const people = peopleQuery.data ?? []
  const shownNames = joinWords(
    people.slice(0, MAX_NAMES).map((one) => one.label),
    language,
  )
  return (
    <Dialog open onClose={onClose} title={`${t('pages.roles.review')} · ${title}`} requiresAnswer>
      {peopleQuery.isLoading ? (
        <SkeletonList rows={1} />
      ) : !peopleQuery.data ? (
        <NotLoadedView of={peopleQuery} />
      ) : (
        <p>
          {people.length === 0
            ? t('pages.roles.forNobody')
            : t('pages.roles.forPeople', {
                count: people.length,
                names: shownNames + (people.length > MAX_NAMES ? ' …' : ''),
              })}
        </p>
      )}
      {isOwnRole && <p className="banner is-warn">{t('pages.roles.ownRole')}</p>}
      <ul className="ac-changes">
        {changes.map(({ page, given, taken }) => (
          <li key={page.id}>
            <b>{page.menu_name}</b>
            <ButtonList tone="ok" word={t('pages.roles.given')} buttons={given} />
            <ButtonList tone="bad" word={t('pages.roles.taken')} buttons={taken} />
          </li>
        ))}
      </ul>
      <div className="ui-actions">
        <Button onClick={onClose}>{t('client:ui.cancel')}</Button>
        <Button look="primary" disabled={busy} onClick={onSave}>
          {t('client:resource.save')}
        </Button>
      </div>
    </Dialog>
  )
}
function ButtonList({ tone, word, buttons }: { tone: 'ok' | 'bad'; word: string; buttons: readonly AuthorityNode[] }) {
  const language = useLanguage()
  if (buttons.length === 0) return null
  const ToneIcon = tone === 'ok' ? PlusIcon : MinusIcon
  return (
    <span className={`ac-change tone-${tone}`}>
      <ToneIcon size={16} />
      {word}:{' '}
      {joinWords(
        buttons.map((button) => button.menu_name),
        language,
      )}
    </span>
  )
}
