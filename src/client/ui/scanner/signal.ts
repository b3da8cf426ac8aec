import { recordTrouble } from '../trouble'

let sound: AudioContext | null = null

/** Plays a short tone that can be heard over the machines. */
function beep(): void {
  sound ??= new AudioContext()
  void sound.resume()
  const tone = sound.createOscillator()
  const volume = sound.createGain()
  tone.frequency.value = 1760
  volume.gain.setValueAtTime(0.25, sound.currentTime)
  volume.gain.exponentialRampToValueAtTime(0.001, sound.currentTime + 0.12)
  tone.connect(volume).connect(sound.destination)
  tone.start()
  tone.stop(sound.currentTime + 0.12)
}

/** Vibrates and beeps for a hit, as far as the device supports it. */
export function signalHit(): void {
  try {
    navigator.vibrate?.(80)
    beep()
  } catch (error) {
    recordTrouble('hit not signalled', error)
  }
}
