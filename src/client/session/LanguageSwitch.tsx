import { useTranslation } from 'react-i18next'
import { useLanguage } from '../format/use-language'
import { setLanguage } from '../i18n/start'

/** Switches between Chinese and English, each named in its own language. */
export function LanguageSwitch() {
  const { t } = useTranslation('client')
  const language = useLanguage()
  return (
    <fieldset className="segments" aria-label={t('session.language')}>
      {(['zh', 'en'] as const).map((one) => (
        <button
          key={one}
          type="button"
          lang={one}
          aria-pressed={language === one}
          onClick={() => void setLanguage(one)}
        >
          {t(`session.languages.${one}`)}
        </button>
      ))}
    </fieldset>
  )
}
