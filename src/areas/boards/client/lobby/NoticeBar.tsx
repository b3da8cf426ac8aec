import { useTranslation } from 'react-i18next'
import type { ScreenData } from './screen-data'

/** Notices that pass along the foot, one after the other, each for some seconds. Where motion is not wanted they stand and can be read. */
export function NoticeBar({ notices, seconds }: { notices: ScreenData['notices']['notices']; seconds: number }) {
  const { t } = useTranslation('boards')
  if (notices.length === 0) return <div className="wall-notices" />
  const all = notices.map(({ kind, text }, at) => (
    <span key={`${kind} ${text} ${at}`} data-kind={kind}>
      <b>{t(`answerOptions.kind.${kind}`)}</b> {text}
    </span>
  ))
  return (
    <div className="wall-notices" role="marquee" aria-label={t('answers.notices')}>
      <div style={{ animationDuration: `${seconds * Math.max(1, notices.length / 2)}s` }}>{all}</div>
    </div>
  )
}
