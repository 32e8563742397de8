// The metrics of the video rooms of this process.
import { Counter, Gauge, type Registry } from '@platformatic/prom-client'
import type { Traffic } from '../media/traffic.ts'
import type { Rooms } from './rooms.ts'

/** Returns the function that counts the traffic of a moment. */
export function measureRooms(registry: Registry, rooms: () => Rooms): (traffic: Traffic) => void {
  const registers = [registry]
  new Gauge({
    name: 'lectern_video_rooms',
    help: 'Video rooms with somebody in them.',
    registers,
    collect() {
      this.set(rooms().figures.rooms)
    },
  })
  new Gauge({
    name: 'lectern_video_people',
    help: 'Connections to video rooms: on stage, and of people who watch.',
    labelNames: ['role'] as const,
    registers,
    collect() {
      const { publishers, viewers } = rooms().figures
      this.set({ role: 'stage' }, publishers)
      this.set({ role: 'audience' }, viewers)
    },
  })
  new Gauge({
    name: 'lectern_video_loop_delay_seconds',
    help: 'How late the thread of the video rooms is (p99 of the last seconds). Above 0.05, nobody else can watch.',
    registers,
    collect() {
      this.set(rooms().figures.loopDelayMs / 1000)
    },
  })
  const counter = (name: string, help: string) =>
    new Counter({ name, help, labelNames: ['direction'] as const, registers })
  const packets = counter(
    'lectern_video_packets_total',
    'RTP packets from speakers (in) and to viewers (out).',
  )
  const bytes = counter('lectern_video_bytes_total', 'Bytes of RTP from speakers (in) and to viewers (out).')
  const lost = counter(
    'lectern_video_lost_packets_total',
    'Packets that were lost and asked for again (NACK), from speakers (in) and to viewers (out).',
  )
  return ({ packetsIn, packetsOut, bytesIn, bytesOut, lostIn, lostOut }) => {
    packets.inc({ direction: 'in' }, packetsIn)
    packets.inc({ direction: 'out' }, packetsOut)
    bytes.inc({ direction: 'in' }, bytesIn)
    bytes.inc({ direction: 'out' }, bytesOut)
    lost.inc({ direction: 'in' }, lostIn)
    lost.inc({ direction: 'out' }, lostOut)
  }
}
