import { useTranslation } from 'react-i18next'
import type { ScreenData } from './follow-screen'

/** Ticker of notices at the foot of the screen. With reduced motion the notices stand still. */
export function NoticeBar({ notices, seconds }: { notices: ScreenData['notices']['notices']; seconds: number }) {
  const { t } = useTranslation('boards')
  if (notices.length === 0) return <div className="wall-notices" />
  const items = notices.map(({ kind, text }, index) => (
    <span key={`${kind} ${text} ${index}`} data-kind={kind}>
      <b>{t(`answerOptions.kind.${kind}`)}</b> {text}
    </span>
  ))
  return (
    <div className="wall-notices" role="marquee" aria-label={t('answers.notices')}>
      <div style={{ animationDuration: `${seconds * Math.max(1, notices.length / 2)}s` }}>{items}</div>
    </div>
  )
}
