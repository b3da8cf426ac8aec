import { recordTrouble } from '../trouble'

let audio: AudioContext | null = null

/** Plays a short tone that can be heard over the machines. */
function playBeep(): void {
  audio ??= new AudioContext()
  void audio.resume()
  const tone = audio.createOscillator()
  const volume = audio.createGain()
  tone.frequency.value = 1760
  volume.gain.setValueAtTime(0.25, audio.currentTime)
  volume.gain.exponentialRampToValueAtTime(0.001, audio.currentTime + 0.12)
  tone.connect(volume).connect(audio.destination)
  tone.start()
  tone.stop(audio.currentTime + 0.12)
}

/** Vibrates and beeps for a hit, as far as the device supports it. */
export function playHitSignal(): void {
  try {
    navigator.vibrate?.(80)
    playBeep()
  } catch (error) {
    recordTrouble('hit not signalled', error)
  }
}
