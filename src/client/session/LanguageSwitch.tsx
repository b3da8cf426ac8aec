import { useTranslation } from 'react-i18next'
import { useLanguage } from '../format/use-language'
import { setLanguage } from '../i18n/start-texts'

/** Switches between Chinese and English, each named in its own language. */
export function LanguageSwitch() {
  const { t } = useTranslation('client')
  const language = useLanguage()
  return (
    <fieldset className="segments" aria-label={t('session.language')}>
      {(['zh', 'en'] as const).map((option) => (
        <button
          key={option}
          type="button"
          lang={option}
          aria-pressed={language === option}
          onClick={() => void setLanguage(option)}
        >
          {t(`session.languages.${option}`)}
        </button>
      ))}
    </fieldset>
  )
}
