import { Banner } from '@/client/ui/Notice'
import { useTranslation } from 'react-i18next'
import { useEndpoint } from '@/client/api/use-list'
import { useLanguage, joinWords } from '@/client/format/use-language'
import { QueryBoundary } from '@/client/resource/QueryBoundary'
import { Button } from '@/client/ui/Button'
import { MinusIcon, PlusIcon } from '@/client/ui/icons'
import { Dialog } from '@/client/ui/Dialog'
import { SkeletonList } from '@/client/ui/Skeleton'
import { namesByRole } from '../../contract/user'
import type { AuthorityChange, AuthorityNode } from '../../rules/authority'

const MAX_LISTED_NAMES = 6
/** Shows the unsaved changes of a role by page, and the people who have the role, before the changes are saved. */
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
  return (
    <Dialog open onClose={onClose} title={`${t('pages.roles.review')} · ${title}`} requiresAnswer>
      <QueryBoundary query={peopleQuery} skeleton={<SkeletonList rows={1} />}>
        {(people) => {
          const names = people.slice(0, MAX_LISTED_NAMES).map(({ label }) => label)
          return (
            <p>
              {people.length === 0
                ? t('pages.roles.forNobody')
                : t('pages.roles.forPeople', {
                    count: people.length,
                    names: joinWords(names, language) + (people.length > MAX_LISTED_NAMES ? ' …' : ''),
                  })}
            </p>
          )
        }}
      </QueryBoundary>
      {isOwnRole && <Banner tone="warn">{t('pages.roles.ownRole')}</Banner>}
      <ul className="access-changes stack">
        {changes.map(({ page, grantedButtons, revokedButtons }) => (
          <li key={page.id}>
            <b>{page.menu_name}</b>
            <ButtonList tone="ok" label={t('pages.roles.given')} buttons={grantedButtons} />
            <ButtonList tone="bad" label={t('pages.roles.taken')} buttons={revokedButtons} />
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
function ButtonList({
  tone,
  label,
  buttons,
}: {
  tone: 'ok' | 'bad'
  label: string
  buttons: readonly AuthorityNode[]
}) {
  const language = useLanguage()
  if (buttons.length === 0) return null
  const ToneIcon = tone === 'ok' ? PlusIcon : MinusIcon
  return (
    <span className={`access-change strip gap-1 tone-${tone}`}>
      <ToneIcon size={16} />
      {label}:{' '}
      {joinWords(
        buttons.map((button) => button.menu_name),
        language,
      )}
    </span>
  )
}
