import './file-pick.css'
import { UploadIcon } from './icons'

export interface FilePickProps {
  /** What the button says: what to choose, or what was chosen. */
  word: string
  onFiles: (files: File[]) => void
  id?: string
  /** Its name for a reader of the screen, where that is not the word. */
  label?: string
  describedBy?: string | undefined
  /** Endings or types that are offered. */
  accept?: string
  multiple?: boolean
  disabled?: boolean
}
/** Chooses files of the device: the browser's own control is small, and speaks the browser's language. */
export function FilePick({ word, onFiles, id, label, describedBy, accept, multiple, disabled }: FilePickProps) {
  return (
    <label className="ui-button file-pick">
      <UploadIcon size={20} />
      <span>{word}</span>
      <input
        id={id}
        className="ui-hidden"
        type="file"
        accept={accept}
        multiple={multiple}
        disabled={disabled}
        aria-label={label}
        aria-describedby={describedBy}
        onChange={(event) => {
          const files = [...(event.target.files ?? [])]
          // Else the mended file, under the same name, would be no change.
          event.target.value = ''
          if (files.length > 0) onFiles(files)
        }}
      />
    </label>
  )
}
