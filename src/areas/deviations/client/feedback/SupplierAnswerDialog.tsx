import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useQueryClient } from '@tanstack/react-query'
import { callEndpoint } from '@/client/api/call-endpoint'
import { notify } from '@/client/api/notify'
import { useLanguage, joinWords } from '@/client/format/use-language'
import { Button } from '@/client/ui/Button'
import { FilePickButton } from '@/client/ui/FilePickButton'
import { Dialog } from '@/client/ui/Dialog'
import { recordTrouble } from '@/client/ui/trouble'
import { answerFeedback, materialFeedback } from '../../contract/material-feedback'
import type { Feedback } from './FeedbackPanel'

const MAX_PICTURES = materialFeedback.fields.feedbackImages.max
/** 供应商反馈: dialog for the answer of the supplier and its pictures. */
export function SupplierAnswerDialog({ row, onClose }: { row: Feedback; onClose: () => void }) {
  const { t } = useTranslation(['deviations', 'client'])
  const queries = useQueryClient()
  const language = useLanguage()
  const inputId = useId()
  const [feedback, setFeedback] = useState(row.feedback ?? '')
  const [pictures, setPictures] = useState<readonly File[]>([])
  const [isSaving, setSaving] = useState(false)
  const saveAnswer = async () => {
    setSaving(true)
    try {
      await callEndpoint(
        answerFeedback,
        { id: row.id, version: row.version, feedback },
        pictures.length > 0 ? { files: { image: [...pictures] } } : {},
      )
      await queries.invalidateQueries()
      void notify(t('client:resource.saved'), 'success')
      onClose()
    } catch (error) {
      recordTrouble('shown in a toast', error)
    } finally {
      setSaving(false)
    }
  }
  return (
    <Dialog open onClose={onClose} title={`${t('pages.feedback.answer')} · ${row.number}`}>
      <form
        className="ui-reason"
        onSubmit={(event) => {
          event.preventDefault()
          void saveAnswer()
        }}
      >
        <label htmlFor={inputId}>{t('materialFeedback.fields.feedback')}</label>
        <textarea
          id={inputId}
          className="ui-input"
          rows={4}
          maxLength={2000}
          value={feedback}
          onChange={(event) => setFeedback(event.target.value)}
        />
        <FilePickButton
          label={
            pictures.length > 0
              ? joinWords(
                  pictures.map(({ name }) => name),
                  language,
                )
              : t('materialFeedback.fields.feedbackImages')
          }
          accept="image/*"
          multiple
          onFiles={(files) => setPictures(files.slice(0, MAX_PICTURES))}
        />
        <div className="ui-actions">
          <Button onClick={onClose}>{t('client:ui.cancel')}</Button>
          <Button type="submit" look="primary" disabled={isSaving || !feedback.trim()}>
            {t('pages.feedback.answer')}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
