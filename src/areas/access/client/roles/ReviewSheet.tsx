import { useTranslation } from 'react-i18next'
import { useCall } from '@/client/api/use-list'
import { joined } from '@/client/format/list'
import { useLanguage } from '@/client/format/use-language'
import { NotLoaded } from '@/client/resource/NotLoaded'
import { Button } from '@/client/ui/Button'
import { MinusIcon, PlusIcon } from '@/client/ui/icons'
import { Sheet } from '@/client/ui/Sheet'
import { SkeletonList } from '@/client/ui/Skeleton'
import { namesByRole } from '../../contract/user'
import type { AuthorityChange, AuthorityNode } from '../../rules/authority'

const NAMED = 6
/** Shows the pending changes by page, and the affected people, before they are saved. */
export function ReviewSheet({
  title,
  roleId,
  own,
  changes,
  busy,
  onSave,
  onClose,
}: {
  title: string
  roleId: string
  own: boolean
  changes: readonly AuthorityChange[]
  busy: boolean
  onSave: () => void
  onClose: () => void
}) {
  const { t } = useTranslation(['access', 'client'])
  const language = useLanguage()
  const asked = useCall(namesByRole, { roleId }, { resources: ['user'] })
  const people = asked.data ?? []
  const named = joined(
    people.slice(0, NAMED).map((one) => one.label),
    language,
  )
  return (
    <Sheet open onClose={onClose} title={`${t('pages.roles.review')} · ${title}`} alert>
      {asked.isLoading ? (
        <SkeletonList rows={1} />
      ) : !asked.data ? (
        <NotLoaded of={asked} />
      ) : (
        <p>
          {people.length === 0
            ? t('pages.roles.forNobody')
            : t('pages.roles.forPeople', { count: people.length, names: named + (people.length > NAMED ? ' …' : '') })}
        </p>
      )}
      {own && <p className="banner is-warn">{t('pages.roles.ownRole')}</p>}
      <ul className="ac-changes">
        {changes.map(({ page, given, taken }) => (
          <li key={page.id}>
            <b>{page.menu_name}</b>
            <Buttons tone="ok" word={t('pages.roles.given')} buttons={given} />
            <Buttons tone="bad" word={t('pages.roles.taken')} buttons={taken} />
          </li>
        ))}
      </ul>
      <div className="ui-actions">
        <Button onClick={onClose}>{t('client:ui.cancel')}</Button>
        <Button look="primary" disabled={busy} onClick={onSave}>
          {t('client:resource.save')}
        </Button>
      </div>
    </Sheet>
  )
}
function Buttons({ tone, word, buttons }: { tone: 'ok' | 'bad'; word: string; buttons: readonly AuthorityNode[] }) {
  const language = useLanguage()
  if (buttons.length === 0) return null
  const Mark = tone === 'ok' ? PlusIcon : MinusIcon
  return (
    <span className={`ac-change tone-${tone}`}>
      <Mark size={16} />
      {word}:{' '}
      {joined(
        buttons.map((button) => button.menu_name),
        language,
      )}
    </span>
  )
}
