import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useLanguage } from '../format/use-language'
import { notify } from '../api/notify'
import { Button } from '../ui/Button'
import { MicrophoneIcon } from '../ui/icons'

/** The part of the Web Speech API that dictation needs; TypeScript's library does not declare it. */
interface SpeechRecognizer {
  lang: string
  interimResults: boolean
  onresult: ((event: { results: ArrayLike<ArrayLike<{ transcript: string }>> }) => void) | null
  onerror: ((event: { error: string }) => void) | null
  onend: (() => void) | null
  start: () => void
  abort: () => void
}
type RecognizerClass = new () => SpeechRecognizer
/** Returns the browser's speech recognition; undefined if it has none. */
function getRecognizerClass(): RecognizerClass | undefined {
  const scope = globalThis as { SpeechRecognition?: RecognizerClass; webkitSpeechRecognition?: RecognizerClass }
  return scope.SpeechRecognition ?? scope.webkitSpeechRecognition
}
const SPEECH_LANGUAGES = { zh: 'zh-CN', en: 'en-US' } as const

/** Dictates text into a field. Renders nothing in browsers without speech recognition. */
export function VoiceButton({ label, onText }: { label: string; onText: (text: string) => void }) {
  const { t } = useTranslation('client')
  const language = useLanguage()
  const recognizerRef = useRef<SpeechRecognizer | null>(null)
  const [isListening, setIsListening] = useState(false)
  useEffect(() => () => recognizerRef.current?.abort(), [])
  const Recognizer = getRecognizerClass()
  if (!Recognizer) return null
  const start = () => {
    const recognizer = new Recognizer()
    recognizer.lang = SPEECH_LANGUAGES[language]
    recognizer.interimResults = false
    recognizer.onresult = ({ results }) => {
      const text = Array.from(results, (alternatives) => alternatives[0]?.transcript ?? '').join('')
      if (text.trim()) onText(text.trim())
    }
    recognizer.onerror = ({ error }) => {
      // Silence and the person's own stop are no failures.
      if (error !== 'aborted' && error !== 'no-speech') void notify(t('fields.voice.failed'), 'fail')
    }
    recognizer.onend = () => setIsListening(false)
    recognizerRef.current = recognizer
    setIsListening(true)
    recognizer.start()
  }
  return (
    <Button
      look="quiet"
      className="voice-button"
      icon={<MicrophoneIcon size={20} />}
      aria-pressed={isListening}
      aria-label={t(isListening ? 'fields.voice.stop' : 'fields.voice.start', { label })}
      title={t(isListening ? 'fields.voice.stop' : 'fields.voice.start', { label })}
      onClick={() => (isListening ? recognizerRef.current?.abort() : start())}
    />
  )
}
