/** Behind the first few, smaller chunks are copied together: each Buffer takes some hundred bytes beside its own, and a client may send chunks of one. */
const FEW = 16;
const MIN_CHUNK_BYTES = 4 * 1024;
const BLOCK_BYTES = 16 * 1024;
const NOTHING = Buffer.alloc(0);

/** What arrives of a body, in as few Buffers as need be. */
export class Chunks {
  #full: Buffer[] = [];
  #block = NOTHING;
  #used = 0;

  /** Takes the next bytes, and says how many bytes of memory that took. */
  add(chunk: Buffer): number {
    if (chunk.length >= MIN_CHUNK_BYTES || this.#full.length < FEW) {
      this.#endBlock();
      this.#full.push(chunk);
      return chunk.length;
    }
    let taken = 0;
    if (chunk.length > this.#block.length - this.#used) {
      this.#endBlock();
      this.#block = Buffer.allocUnsafeSlow(BLOCK_BYTES);
      taken = BLOCK_BYTES;
    }
    this.#used += chunk.copy(this.#block, this.#used);
    return taken;
  }

  /** Gives all of them away: an error's stack or a listener may hold on to this longer than to them. */
  end(): readonly Buffer[] {
    this.#endBlock();
    const chunks = this.#full;
    this.#full = [];
    this.#block = NOTHING;
    return chunks;
  }

  /** What is used of the block is one of the chunks; the rest takes the next ones. */
  #endBlock(): void {
    if (this.#used > 0) this.#full.push(this.#block.subarray(0, this.#used));
    this.#block = this.#block.subarray(this.#used);
    this.#used = 0;
  }
}
