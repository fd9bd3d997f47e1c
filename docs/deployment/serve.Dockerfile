# An image of `hallmark serve`: build it in a folder that holds the wheel of hallmark-rl.
FROM python:3.11-slim
COPY hallmark_rl-*.whl /tmp/
RUN wheel=$(echo /tmp/hallmark_rl-*.whl) && pip install --no-cache-dir "$wheel[serve]" && rm "$wheel"
EXPOSE 8642
CMD ["hallmark", "serve", "--host", "0.0.0.0", "--token-file", "/run/secrets/tokens"]
