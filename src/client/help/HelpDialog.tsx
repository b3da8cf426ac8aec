import './help.css'
import { useTranslation } from 'react-i18next'
import { pageRights } from '@/contract/page-rights'
import { useEndpoint } from '../api/use-list'
import { useLanguage, joinWords } from '../format/use-language'
import { useHasPermission } from '../session/use-session'
import { DoneIcon } from '../ui/icons'
import { Dialog } from '../ui/Dialog'
import { SkeletonDetail } from '../ui/Skeleton'
import type { HelpProps } from './HelpButton'
import { PAGE_TERMS } from './glossary'

/** Help of a page: its purpose, the terms it uses, and who may do what there. */
export default function HelpDialog({ page, title, inMenu, onClose }: HelpProps & { onClose: () => void }) {
  const { t } = useTranslation('help')
  const terms = PAGE_TERMS[page] ?? []
  return (
    <Dialog open onClose={onClose} title={title}>
      <div className="help stack gap-4">
        <p>{t(`pages.${page}`)}</p>
        {terms.length > 0 && (
          <section>
            <h3>{t('words')}</h3>
            <dl>
              {terms.map((term) => (
                <div key={term}>
                  <dt>{t(`terms.${term}.word`)}</dt>
                  <dd>{t(`terms.${term}.meaning`)}</dd>
                </div>
              ))}
            </dl>
          </section>
        )}
        {inMenu && <PermissionSection page={page} />}
        <p className="quiet help-keys">{t('keys')}</p>
      </div>
    </Dialog>
  )
}

/** The page's permissions with the roles that currently hold them. */
function PermissionSection({ page }: { page: string }) {
  const { t } = useTranslation(['help', 'contract'])
  const { data, error } = useEndpoint(pageRights, { page })
  const permissions = [...new Map((data ?? []).map(({ suffix, key }) => [suffix, key]))]
  const getRoles = (suffix: string) =>
    (data ?? []).flatMap((right) => (right.suffix === suffix && right.role !== null ? [right.role] : []))
  return (
    <section>
      <h3>{t('rights')}</h3>
      {error && <p className="quiet">{t('rightsFailed')}</p>}
      {!data && !error && <SkeletonDetail />}
      <dl>
        {permissions.map(([suffix, key]) => (
          <PermissionRow
            key={suffix}
            label={t(`contract:buttons.${suffix}`)}
            permission={key}
            roles={getRoles(suffix)}
          />
        ))}
      </dl>
    </section>
  )
}
function PermissionRow({ label, permission, roles }: { label: string; permission: string; roles: readonly string[] }) {
  const { t } = useTranslation('help')
  const language = useLanguage()
  const isHeld = useHasPermission(permission)
  return (
    <div>
      <dt>
        {label}
        {isHeld && <DoneIcon size={16} label={t('mine')} />}
      </dt>
      <dd>{roles.length > 0 ? joinWords(roles, language) : t('nobody')}</dd>
    </div>
  )
}
