import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router-dom'
import { notify } from '../api/notify'
import { getMeRows, getPersonalPages } from '../area-registry'
import { LanguageSwitch } from '../session/LanguageSwitch'
import { setSigningOut } from '../session/RequireSession'
import { signOut } from '../session/sign-in'
import { hasPermission, usePersonName, useSession } from '../session/use-session'
import { Button } from '../ui/Button'
import { CountBadge } from '../ui/StateBadge'
import { LockIcon, PeopleIcon, PersonIcon, SettingsIcon, SignOutIcon, SyncIcon, type Icon } from '../ui/icons'
import { LinkList, LinkRow } from '../ui/LinkList'
import { PageFrame } from '../ui/PageFrame'
import { setGloveMode, setTheme, useGloveMode, useThemeChoice } from '../ui/theme'
import { useConfirm } from '@/client/ui/ConfirmDialog'
import { Switch } from '../ui/Toggles'
import { ErrorBoundary } from './ErrorBoundary'
import { version } from '../../../package.json'
import { InstallCard } from './InstallCard'
import { LazyPage } from './LazyPage'
import { PhoneStorageCard } from './PhoneStorageCard'
import { useSyncStatus } from './SyncIndicator'

/** The page Me: appearance and language, data on this phone, sign-out. */
export default function MePage() {
  const { t } = useTranslation('client')
  const person = useSession()
  const name = usePersonName()
  const { unsent: unsentCount } = useSyncStatus()
  return (
    <PageFrame title={t('shell.titles.me')} subtitle={`${name} · ${person.userName}`}>
      <div className="me stack gap-3">
        <section className="ui-card">
          <MeRow label={t('session.language')}>
            <LanguageSwitch />
          </MeRow>
          <MeRow label={t('shell.theme')}>
            <ThemeSwitch />
          </MeRow>
          <GloveRow />
          {getMeRows().map((meRow) => (
            <ErrorBoundary key={meRow.name}>
              <LazyPage load={meRow.load} loadingFallback={<div className="me-row cluster middle between" />} />
            </ErrorBoundary>
          ))}
        </section>
        <section className="ui-card">
          <LinkList>
            <LinkRow
              address="/me/sync"
              icon={SyncIcon}
              label={t('shell.titles.sync')}
              detail={<CountBadge count={unsentCount} label={t('sync.unsent', { count: unsentCount })} />}
            />
            {getPersonalPages()
              .filter(({ permissions }) => !permissions || hasPermission(person, permissions))
              .map(({ area, path }) => (
                <AreaPageLink key={path} area={area} path={path} />
              ))}
            <LinkRow address="/me/password" icon={LockIcon} label={t('shell.titles.password')} />
          </LinkList>
        </section>
        <PhoneStorageCard />
        <InstallCard />
        <SignOutButton unsentCount={unsentCount} personName={name} />
        <p>{t('shell.version', { version })}</p>
      </div>
    </PageFrame>
  )
}

const ICON_BY_PATH: Readonly<Record<string, Icon>> = { rotation: PeopleIcon, settings: SettingsIcon }
function AreaPageLink({ area, path }: { area: string; path: string }) {
  const { t } = useTranslation(area)
  return <LinkRow address={`/me/${path}`} icon={ICON_BY_PATH[path] ?? PersonIcon} label={t(`pages.${path}.title`)} />
}
function MeRow({ label, children }: { label: string; children: React.ReactNode }) {
  return (
    <div className="me-row cluster middle between">
      <span>{label}</span>
      {children}
    </div>
  )
}
function ThemeSwitch() {
  const { t } = useTranslation('client')
  const choice = useThemeChoice()
  return (
    <fieldset className="segments" aria-label={t('shell.theme')}>
      {(['system', 'light', 'dark'] as const).map((theme) => (
        <button key={theme} type="button" aria-pressed={choice === theme} onClick={() => setTheme(theme)}>
          {t(`shell.themes.${theme}`)}
        </button>
      ))}
    </fieldset>
  )
}
function GloveRow() {
  const { t } = useTranslation('client')
  const isOn = useGloveMode()
  return (
    <label className="me-row cluster middle between">
      <span>{t('shell.glove')}</span>
      <Switch checked={isOn} onChange={(event) => setGloveMode(event.target.checked)} />
    </label>
  )
}
function SignOutButton({ unsentCount, personName }: { unsentCount: number; personName: string }) {
  const { t } = useTranslation('client')
  const client = useQueryClient()
  const navigate = useNavigate()
  const [isSigningOut, setIsSigningOut] = useState(false)
  const [ask, dialog] = useConfirm()
  async function signOutAndLeave() {
    if (
      unsentCount > 0 &&
      !(await ask({
        objectName: personName,
        question: t('shell.signOutUnsent', { count: unsentCount }),
        confirmLabel: t('shell.signOutKeep'),
        isDangerous: false,
      }))
    )
      return
    setIsSigningOut(true)
    setSigningOut(true)
    const { unsentCount: leftCount } = await signOut(client)
    if (leftCount > 0) void notify(t('shell.signedOutLeft', { count: leftCount }))
    await navigate('/', { replace: true })
  }
  return (
    <>
      <Button block icon={<SignOutIcon size={20} />} disabled={isSigningOut} onClick={() => void signOutAndLeave()}>
        {t(isSigningOut ? 'shell.signingOut' : 'shell.signOut')}
      </Button>
      {dialog}
    </>
  )
}
