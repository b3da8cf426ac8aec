import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useLanguage, joinWords } from '@/client/format/use-language'
import { CommandDialog } from '@/client/resource/CommandDialog'
import { FilePickButton } from '@/client/ui/FilePickButton'
import { answerFeedback, materialFeedback } from '../../contract/material-feedback'
import type { Feedback } from './FeedbackPanel'

const MAX_PICTURES = materialFeedback.fields.feedbackImages.max
/** 供应商反馈: dialog for the answer of the supplier and its pictures. */
export function SupplierAnswerDialog({ row, onClose }: { row: Feedback; onClose: () => void }) {
  const { t } = useTranslation('deviations')
  const language = useLanguage()
  const [pictures, setPictures] = useState<readonly File[]>([])
  const pictureNames = pictures.map(({ name }) => name)
  return (
    <CommandDialog
      command={answerFeedback}
      row={row}
      objectName={row.number}
      fieldNames={['feedback']}
      {...(row.feedback === null ? {} : { startValues: { feedback: row.feedback } })}
      preview={() => (
        <FilePickButton
          label={pictures.length > 0 ? joinWords(pictureNames, language) : t('materialFeedback.fields.feedbackImages')}
          accept="image/*"
          multiple
          onFiles={(files) => setPictures(files.slice(0, MAX_PICTURES))}
        />
      )}
      {...(pictures.length > 0 ? { files: { image: [...pictures] } } : {})}
      onClose={onClose}
    />
  )
}
